import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../stage-summary.ts';
import type { ListedMutant, Outcome } from './mutant-list.ts';

type Saved = Record<string, Record<string, Outcome>>;

const file = path.join(root, 'node_modules/.cache/mutants.json');

/** Returns the outcomes of the last run of each file, by file and key of the mutant. */
export const readOutcomes = (): Saved =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : {};

export function saveOutcomes(outcomes: ReadonlyMap<ListedMutant, Outcome>): void {
  const saved = readOutcomes();
  for (const { file: source } of outcomes.keys()) saved[source] = {};
  for (const [{ file: source, key }, outcome] of outcomes)
    Object.assign(saved[source] ?? {}, { [key]: outcome });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(saved, null, 1));
}
