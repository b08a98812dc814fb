import { expect, it } from 'vitest';
import { unknownVariables } from './unknown-variables.ts';

it('finds the positions of unknown variables', () => {
  const text = 'Now {{now}}\n{{ record.title }} {{record.titel}} {{}}';
  const found = unknownVariables(text, ['now', 'record.title']);
  expect(found.map(({ name, line, start, end }) => [name, line, text.slice(start, end)])).toEqual([
    ['record.titel', 2, '{{record.titel}}'],
    ['', 2, '{{}}'],
  ]);
  expect(unknownVariables('{{now}', ['now'])).toEqual([]);
});
