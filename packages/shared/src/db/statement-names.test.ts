import { expect, it } from 'vitest';
import { stableMark, statementName } from './statement-names.ts';

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
