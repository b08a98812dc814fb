import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EquivalentMutant } from '../../../../tests/mutations/equivalent/equivalent-mutant.ts';
import { equivalentMutants } from '../../../../tests/mutations/equivalent-mutants.ts';
import { relatedTests } from '../../../../tests/mutations/related-tests.ts';
import { root } from '../../stage-summary.ts';
import { type FoundMutant, findMutants, oneLine } from './find-mutants.ts';
import { instrument } from './instrument.ts';

/** `killed` if a test failed, `not executed` if no related test executes the code. */
export type Outcome = 'killed' | 'survived' | 'not executed' | 'not run';

export interface ListedMutant extends FoundMutant {
  id: number;
  file: string;
  /** The changed part of the source, on one line. */
  from: string;
  /** Identifies the mutant while its file does not change much. */
  key: string;
  /** The reason why no test can detect it. */
  equivalent?: string | undefined;
}

/**
 * Returns the mutants of the source files at paths: files or folders, relative to the repository, or lines of a file, as
 * `file.ts:12` or `file.ts:12-20`.
 */
export function listMutants(paths: readonly string[]): ListedMutant[] {
  const chosen = paths.map(parsePath);
  const isChosen = ({ file, line }: { file: string; line: number }) =>
    chosen.some(({ name, from, to }) => file.startsWith(name) && line >= from && line <= to);
  const files = [...new Set(chosen.flatMap(({ name }) => filesAt(name, '.ts')))];
  const sources = files.filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'));
  const perFile = sources.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const seen = new Map<string, number>();
    return findMutants(file, source).map((mutant) => {
      const from = oneLine(source.slice(mutant.start, mutant.end));
      const name = `${mutant.kind} ${from} ${mutant.change}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { ...mutant, file, from, key: `${name} ${count}` };
    });
  });
  return perFile.filter(isChosen).map((mutant, id) => ({ ...mutant, id, equivalent: reasonOf(mutant) }));
}

function parsePath(text: string): { name: string; from: number; to: number } {
  const [, name = text, from, to = from] = /^(.+\.ts):(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return { name, from: Number(from ?? 0), to: Number(to ?? Number.POSITIVE_INFINITY) };
}

/** Returns instrumented sources by URL. */
export function instrumentAll(mutants: readonly ListedMutant[]): Record<string, string> {
  const byFile = Map.groupBy(mutants, ({ file }) => path.join(root, file));
  return Object.fromEntries(
    [...byFile].map(([file, group]) => [
      pathToFileURL(file).href,
      instrument(readFileSync(file, 'utf8'), group),
    ]),
  );
}

/** Returns the test files related to a source: those of its folder first. */
export function testsOf(file: string): string[] {
  const mapped = relatedTests.filter(({ sources }) => file.startsWith(sources)).flatMap(({ tests }) => tests);
  return expandTests([path.dirname(file), ...mapped]);
}

/** Returns the test files at paths: files or folders, relative to the repository. */
export const expandTests = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((one) => filesAt(one, '.test.ts'))),
];

/** True if a mutant is the one that an entry of the list of equivalent mutants describes. */
export const isDescribedBy = (
  { file, kind, from, change }: Pick<ListedMutant, 'file' | 'kind' | 'from' | 'change'>,
  one: EquivalentMutant,
): boolean => one.file === file && one.kind === kind && one.change === change && (one.from ?? from) === from;

const reasonOf = (mutant: Omit<ListedMutant, 'id'>): string | undefined =>
  equivalentMutants.find((one) => isDescribedBy(mutant, one))?.reason;

function filesAt(name: string, suffix: string): string[] {
  if (statSync(path.join(root, name)).isFile()) return [name];
  return globSync(`${name}/**/*${suffix}`, { cwd: root }).sort();
}
