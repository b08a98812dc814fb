import { globSync } from 'node:fs';
import path from 'node:path';
import { derivedScenarios } from './derived/scenarios.ts';
import type { Scenarios } from './scenario.ts';

const files = globSync('scenarios/**/*.ts', { cwd: import.meta.dirname }).sort();
const written: Record<string, Scenarios>[] = await Promise.all(
  files.map((file) => import(path.join(import.meta.dirname, file))),
);

/**
 * A scenario for every endpoint. Scenarios of declared resources are derived from the declaration. Special cases, and
 * endpoints that an area declares itself, have one in a file of `scenarios`, of which all exports count.
 */
export const scenarios: Scenarios = Object.assign(
  {},
  derivedScenarios,
  ...written.flatMap((file) => Object.values(file)),
);
