import { expect, it } from 'vitest';

// A copy of the module: the names that these tests use up are counted apart from those of the process.
const copy = './statement-names.ts?copy';
const { readStatementName, stableMark, statementName }: typeof import('./statement-names.ts') = await import(
  copy
);

it('names marked statements alone, one name a text', () => {
  const marked = `${stableMark} select 1`;
  expect(statementName('select 1')).toBe('');
  expect(statementName(`select 1 ${stableMark}`)).toBe('');
  expect(statementName(marked)).toMatch(/^w[\w-]{24}$/);
  expect(statementName(marked)).toBe(statementName(marked));
  expect(statementName(marked)).not.toBe(statementName(`${marked} `));
});

it('stops naming at a bound, and keeps the names it gave', () => {
  const first = statementName(`${stableMark} select 'first'`);
  const names = Array.from({ length: 1_100 }, (_, index) => statementName(`${stableMark} select ${index}`));
  expect(names.filter(Boolean).length).toBeLessThanOrEqual(1_000);
  expect(names.at(-1)).toBe('');
  expect(statementName(`${stableMark} select 'first'`)).toBe(first);
});

it('names reads of any text where each is planned for its values, up to a bound of their own', () => {
  expect(readStatementName('select 1')).toMatch(/^w[\w-]{24}$/);
  expect(readStatementName('select 1')).toBe(readStatementName('select 1'));
  const names = Array.from({ length: 400 }, (_, index) => readStatementName(`select ${index}, 'list'`));
  expect(names.filter(Boolean).length).toBeLessThanOrEqual(300);
  expect(names.at(-1)).toBe('');
  expect(statementName('select 1')).toBe('');
});
