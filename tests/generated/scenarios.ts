import { globSync } from 'node:fs';
import path from 'node:path';
import { derivedScenarios } from './derived/scenarios.ts';
import type { Scenarios } from './scenario.ts';

const files = globSync('scenarios/**/*.ts', { cwd: import.meta.dirname }).sort();
const written: Record<string, Scenarios>[] = await Promise.all(
  files.map((file) => import(path.join(import.meta.dirname, file))),
);

/**
 * A scenario for every endpoint. Scenarios of declared resources are derived from the declaration. Those of special cases
 * and of endpoints that an area declares itself are exported by a file in `scenarios`.
 */
export const scenarios: Scenarios = Object.assign(
  {},
  derivedScenarios,
  ...written.flatMap((file) => Object.values(file)),
);
