import { globSync } from 'node:fs';
import path from 'node:path';
import { derivedScenarios } from './derived/scenarios.ts';
import type { Scenarios } from './scenario.ts';

const files = globSync('scenarios/**/*.ts', { cwd: import.meta.dirname }).sort();
const written: Record<string, Scenarios>[] = await Promise.all(
  files.map((file) => import(path.join(import.meta.dirname, file))),
);

/**
 * A scenario for every endpoint. Those of declared resources follow from the declaration; a special case of one, and
 * every endpoint that an area declares itself, has one in a file of `scenarios`. All exports of those files count.
 */
export const scenarios: Scenarios = Object.assign(
  {},
  derivedScenarios,
  ...written.flatMap((file) => Object.values(file)),
);
