import { expect, it } from 'vitest';
import {
  filtersIn,
  filtersOf,
  firstRowOf,
  isFiltered,
  placeOf,
  sortsOf,
  withChange,
  withFirstRow,
} from './list-search.ts';

it('has filters unless only the order, the place or the layout differs', () => {
  expect(isFiltered({ sort: '-name', row: '3', layout: 'board' })).toBe(false);
  expect(['q', 'status', 'deleted'].map((name) => isFiltered({ [name]: 'x' }))).toEqual([true, true, true]);
});

it('requests a window by offset, or by the number of its page if the list has no offset', () => {
  expect(placeOf(2, { properties: { offset: {} } })).toEqual({ limit: '100', offset: '200' });
  expect(placeOf(2, { properties: { page: {} } })).toEqual({ limit: '100', page: '3' });
});

it('has the first row on screen in the address, counted from 1', () => {
  expect(['0', '-2', 'x', '', '2.7', '41'].map((row) => firstRowOf({ row }))).toEqual([0, 0, 0, 0, 1, 40]);
  expect(withFirstRow({ q: 'fence', row: '3' }, 40)).toEqual({ q: 'fence', row: '41' });
  expect(withFirstRow({ q: 'fence', row: '3' }, 0)).toEqual({ q: 'fence' });
});

it('distinguishes lists by what determines their rows', () => {
  expect(filtersIn({ q: 'fence', row: '3', page: '2', layout: 'table' })).toEqual({ q: 'fence' });
});

it('begins at the first row after a change, without empty filters', () => {
  expect(withChange({ row: '4', q: 'a', kind: 'squad' }, { kind: '', sort: '-name' })).toEqual({
    q: 'a',
    sort: '-name',
  });
});

it('offers filters with fixed values and references, and the orders of the list', () => {
  const schema = {
    properties: {
      limit: { type: 'string' },
      kind: { type: 'string', pattern: '^(?:department|squad)(?:,(?:department|squad))*$' },
      is_active: { enum: ['true', 'false'] },
      lead_id: { type: 'string', 'x-ref': 'employee' },
      lead_id_is_null: { enum: ['true', 'false'] },
      created_from: { type: 'string' },
      sort: { pattern: '^-?(?:name|created_at)$' },
    },
  };
  expect(filtersOf(schema)).toEqual([
    { name: 'kind', kind: 'choice', values: ['department', 'squad'], vocabulary: undefined, ref: undefined },
    { name: 'is_active', kind: 'choice', values: ['true', 'false'], vocabulary: undefined, ref: undefined },
    { name: 'lead_id', kind: 'reference', values: [], vocabulary: undefined, ref: 'employee' },
  ]);
  expect([...sortsOf(schema)]).toEqual(['name', 'created_at']);
});
