import { expect, it } from 'vitest';
import { choiceOptions, selectOptions } from './select-options.ts';

const value = (code: string, is_active: boolean) => ({
  ...{ code, label: code.toUpperCase(), is_active },
  ...{ color: null, icon: null, is_default: false },
});

it('offers the active values of the organization, and the present one', () => {
  const values = [value('a', true), value('b', false), value('c', false)];
  const codes = (present: string) => selectOptions([], values, present).map(({ code }) => code);
  expect(codes('')).toEqual(['a']);
  expect(codes('b')).toEqual(['a', 'b']);
});

it('keeps a value that no longer exists, so that the input does not show another one', () => {
  expect(selectOptions([], [value('a', true)], 'gone_one')).toEqual([
    expect.objectContaining({ code: 'a' }),
    { code: 'gone_one', label: 'Gone one' },
  ]);
  expect(selectOptions(['x'], undefined, 'y').map(({ code }) => code)).toEqual(['x', 'y']);
  expect(selectOptions(['x'], undefined, '').map(({ code }) => code)).toEqual(['x']);
});

it('offers each value once if several are chosen, whether active or not', () => {
  const values = [value('a', true), value('b', false)];
  expect(choiceOptions([], values, ['a', 'b', 'gone']).map(({ code }) => code)).toEqual(['a', 'b', 'gone']);
  expect(choiceOptions(['x', 'y'], undefined, []).map(({ code }) => code)).toEqual(['x', 'y']);
});
