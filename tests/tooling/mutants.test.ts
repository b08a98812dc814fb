import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mutants } from '../mutations/mutants.ts';

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
