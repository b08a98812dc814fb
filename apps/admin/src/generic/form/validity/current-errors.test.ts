import { expect, it } from 'vitest';
import { currentErrors } from './current-errors.ts';

const errors = { 'all.0.value': ['Is required'] };
const condition = (...values: unknown[]) =>
  JSON.stringify({ all: values.map((value) => ({ field: 'title', op: 'eq', value })) });

it('keeps errors while values are typed', () => {
  expect(currentErrors(errors, condition('a', 'b'), condition('c', 'b'))).toBe(errors);
  expect(currentErrors(errors, 'a text', 'another {')).toBe(errors);
});

it.each([
  ['removed', condition('b')],
  ['added', condition('a', 'b', 'c')],
  ['made invalid', `${condition('a', 'b')}}`],
])('drops errors when a part is %s, because they would be shown at another one', (_, now) => {
  expect(currentErrors(errors, condition('a', 'b'), now)).toEqual({});
});
