import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isDescribedBy, listMutants } from '../../scripts/testing/mutations/systematic/mutant-list.ts';
import { equivalentMutants } from '../mutations/equivalent-mutants.ts';
import { mutants } from '../mutations/mutants.ts';
import { relatedTests } from '../mutations/related-tests.ts';

const root = path.resolve(import.meta.dirname, '../..');

it.each(mutants)('the mutant $name applies to the source', ({ file, from, to, tests }) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(tests.filter((test) => !existsSync(path.join(root, test)))).toEqual([]);
});

it('mutants have unique names', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

it('each equivalent mutant is a mutant of its file', () => {
  const listed = listMutants([...new Set(equivalentMutants.map(({ file }) => file))]);
  const unknown = equivalentMutants.filter((one) => !listed.some((mutant) => isDescribedBy(mutant, one)));
  expect(unknown).toEqual([]);
});

it('related tests and their sources exist', () => {
  const paths = relatedTests.flatMap(({ sources, tests }) => [sources, ...tests]);
  expect(paths.filter((one) => !existsSync(path.join(root, one)))).toEqual([]);
});
