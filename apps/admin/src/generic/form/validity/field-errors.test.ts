import { expect, it } from 'vitest';
import { errorTexts, errorTextsOfLines } from './field-errors.ts';

it('names the parts of a value by their path', () => {
  expect(errorTexts({ '': ['Is required'], 'days.0': ['Must be a number'] })).toEqual([
    'Is required',
    'days.0: Must be a number',
  ]);
});

it('counts the values of a list from 1', () => {
  const errors = {
    '': ['Is too long'],
    '0': ['Must be an event type', 'Must be unique'],
    '11': ['Is unknown'],
  };
  expect(errorTextsOfLines(errors)).toEqual([
    'Value 1: Must be an event type',
    'Value 1: Must be unique',
    'Value 12: Is unknown',
    'Is too long',
  ]);
});
