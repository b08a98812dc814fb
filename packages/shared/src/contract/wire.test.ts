import { expect, it } from 'vitest';
import { z } from 'zod';
import { Id, LongId } from './ids.ts';
import { Line, Prose } from './text.ts';
import { CalendarDate, Email, Flag, IdParams, ListOf, Paging, QueryId, Timestamp } from './wire.ts';

const query = z.strictObject(Paging);

it.each([
  [Id, 1],
  [Id, 2_147_483_647],
  [LongId, Number.MAX_SAFE_INTEGER],
  [Timestamp, '2026-03-14T09:26:53.589Z'],
  [Timestamp, '2024-02-29T23:59:59+14:00'],
  [Timestamp, '9999-12-31T23:59:59.999Z'],
  [Timestamp, '0001-01-01T00:00:00-12:00'],
  [Timestamp, `2026-03-14T09:26:53.${'0'.repeat(30)}+01:00`],
  [CalendarDate, '2024-02-29'],
  [Line(3), 'abc'],
  [Prose(3), ''],
])('%# accepts valid values', (schema: z.ZodType, value) => {
  expect(schema.parse(value)).toEqual(value);
});

it.each([
  [Id, 0],
  [Id, 2_147_483_648],
  [Id, 1.5],
  [Id, '1'],
  [LongId, Number.MAX_SAFE_INTEGER + 1],
  [QueryId, '2147483648'],
  [QueryId, '01'],
  [QueryId, '1 '],
  [QueryId, '1\n'],
  [QueryId, '١'],
  [Timestamp, '2026-03-14'],
  [Timestamp, '2026-03-14T09:26:53'],
  [Timestamp, '2026-02-30T00:00:00Z'],
  [Timestamp, '0000-01-01T00:00:00Z'],
  [Timestamp, '9999-12-31T23:59:59-12:00'],
  [Timestamp, '0001-01-01T00:00:00+12:00'],
  [Timestamp, '2026-12-01T00:00:00+16:00'],
  [Timestamp, '2026-12-01T00:00:00-23:59'],
  [Timestamp, `2026-03-14T09:26:53.${'0'.repeat(50)}Z`],
  [Timestamp, 1_700_000_000],
  [CalendarDate, '2023-02-29'],
  [CalendarDate, '0000-01-01'],
  [CalendarDate, '2026-3-4'],
  [Line(3), 'abcd'],
  [Line(3), '   '],
  [Line(3), '\t\n'],
  [Prose(3), 'abcd'],
  [Email, 'not an address'],
  [Email, 'a@b'],
  [Email, `${'a'.repeat(250)}@example.test`],
  [Flag, '1'],
  [Flag, true],
  [query, { limit: '0' }],
  [query, { limit: '101' }],
  [query, { offset: '-1' }],
  [query, { offset: '1e3' }],
  [IdParams, { id: '1', other: '2' }],
])('%# rejects invalid values', (schema: z.ZodType, value) => {
  expect(schema.safeParse(value).success).toBe(false);
});

it('converts query text to values, with defaults for paging', () => {
  expect([QueryId.parse('42'), Flag.parse('true'), Flag.parse('false')]).toEqual([42, true, false]);
  expect(query.parse({})).toEqual({ limit: 25, offset: 0 });
  expect(query.parse({ limit: '100', offset: '999999999' })).toEqual({ limit: 100, offset: 999_999_999 });
});

it('trims a line, and converts an address to lower case', () => {
  expect([Line().parse('  a b  '), Email.parse(' A.B@Example.TEST ')]).toEqual(['a b', 'a.b@example.test']);
});

it('requires the total and the next cursor in a list', () => {
  expect(ListOf(Id).safeParse({ data: [1], total: 5, total_is_exact: true, next: null }).success).toBe(true);
  expect(ListOf(Id).safeParse({ data: [1], total: 5, total_is_exact: true }).success).toBe(false);
  expect(ListOf(Id).safeParse({ data: [1], total: 5, next: null }).success).toBe(false);
  expect(ListOf(Id).safeParse({ data: [1] }).success).toBe(false);
});
