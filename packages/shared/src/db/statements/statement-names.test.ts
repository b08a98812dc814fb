import { expect, it } from 'vitest';

// A separate instance of the module, because these tests use up all names.
const copy = './statement-names.ts?copy';
const { readStatementName, stableMark, statementName }: typeof import('./statement-names.ts') = await import(
  copy
);

it('names marked statements only, one name per text', () => {
  const marked = `${stableMark} select 1`;
  expect(statementName('select 1')).toBe('');
  expect(statementName(`select 1 ${stableMark}`)).toBe('');
  expect(statementName(marked)).toMatch(/^w[\w-]{24}$/);
  expect(statementName(marked)).toBe(statementName(marked));
  expect(statementName(marked)).not.toBe(statementName(`${marked} `));
});

it('stops naming at the limit, and keeps existing names', () => {
  const first = statementName(`${stableMark} select 'first'`);
  const names = Array.from({ length: 1_100 }, (_, index) => statementName(`${stableMark} select ${index}`));
  expect(names.filter(Boolean).length).toBeLessThanOrEqual(1_000);
  expect(names.at(-1)).toBe('');
  expect(statementName(`${stableMark} select 'first'`)).toBe(first);
});

it('names lists on connections that plan every time, up to a separate limit', () => {
  expect(readStatementName('select 1')).toMatch(/^w[\w-]{24}$/);
  expect(readStatementName('select 1')).toBe(readStatementName('select 1'));
  const names = Array.from({ length: 400 }, (_, index) => readStatementName(`select ${index}, 'list'`));
  expect(names.filter(Boolean).length).toBeLessThanOrEqual(300);
  expect(names.at(-1)).toBe('');
  expect(statementName('select 1')).toBe('');
});
