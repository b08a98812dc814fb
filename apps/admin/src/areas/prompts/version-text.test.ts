import { expect, it } from 'vitest';
import { changedFields, textOf } from './version-text.ts';

it('finds the fields that differ, whatever the order of properties', () => {
  const snapshot = { name: 'A', schema: { a: 1, b: [{ c: 2, d: 3 }] }, condition: null, text: 'x' };
  expect(changedFields(snapshot, { ...snapshot, schema: { b: [{ d: 3, c: 2 }], a: 1 } })).toEqual([]);
  expect(changedFields(snapshot, { ...snapshot, condition: { all: [] }, text: 'y' })).toEqual([
    'condition',
    'text',
  ]);
});

it('compares texts line by line, and other values as JSON', () => {
  expect(textOf('a\nb')).toBe('a\nb');
  expect(textOf({ b: 1, a: null })).toBe('{\n  "a": null,\n  "b": 1\n}');
  expect(textOf(null)).toBe('null');
});
