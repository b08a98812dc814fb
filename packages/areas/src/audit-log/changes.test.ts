import { describe, expect, it } from 'vitest';
import { diffFields } from './changes.ts';

describe('diffFields', () => {
  it('lists the fields of a new record with null as old value', () => {
    expect(diffFields(null, { title: 'Plan', id: 7 }, true)).toEqual([
      { field: 'id', from: null, to: 7 },
      { field: 'title', from: null, to: 'Plan' },
    ]);
  });

  it('pairs old and new values, with null for a missing field', () => {
    expect(diffFields({ a: 1, b: [1] }, { a: 2, c: { d: 1 } }, true)).toEqual([
      { field: 'a', from: 1, to: 2 },
      { field: 'b', from: [1], to: null },
      { field: 'c', from: null, to: { d: 1 } },
    ]);
  });

  it('distinguishes false, zero, empty text and null', () => {
    expect(diffFields({ a: false, b: 0, c: '' }, { a: null, b: '', c: false }, true)).toEqual([
      { field: 'a', from: false, to: null },
      { field: 'b', from: 0, to: '' },
      { field: 'c', from: '', to: false },
    ]);
  });

  it('is empty if nothing differs or nothing was stored', () => {
    expect(diffFields({}, {}, true)).toEqual([]);
    expect(diffFields(null, null, true)).toEqual([]);
  });

  it('returns only names if values are not shown', () => {
    expect(diffFields({ salary: 1 }, { salary: 2 }, false)).toEqual([{ field: 'salary' }]);
  });

  it('handles fields with names of object properties', () => {
    expect(diffFields({ constructor: 'a' }, { toString: 'b' }, true)).toEqual([
      { field: 'constructor', from: 'a', to: null },
      { field: 'toString', from: null, to: 'b' },
    ]);
  });
});
