import { expect, it } from 'vitest';
import { lengthOf, loadedRows, type Page, rowAt, windowsOf, withWindow } from './sparse-list.ts';

const page = (first: number, count: number, total: number, given: Partial<Page> = {}): Page => ({
  data: Array.from({ length: count }, (_, index) => ({ id: first + index })),
  total,
  total_is_exact: true,
  next: 'cursor',
  ...given,
});

it('finds the windows of rows', () => {
  expect(windowsOf(0, 20)).toEqual([0]);
  expect(windowsOf(95, 205)).toEqual([0, 1, 2]);
  expect(windowsOf(200, -1)).toEqual([2]);
});

it('knows the rows of loaded windows by their places', () => {
  const list = withWindow(withWindow(undefined, 0, page(0, 100, 3_050)), 30, page(3_000, 50, 3_050));
  expect([0, 99, 100, 3_000, 3_049, 3_050].map((index) => rowAt(list, index)?.id)).toEqual([
    0,
    99,
    undefined,
    3_000,
    3_049,
    undefined,
  ]);
  expect(loadedRows(list)[100]).toEqual({ index: 3_000, row: { id: 3_000 } });
  expect(loadedRows(list)).toHaveLength(150);
  expect(lengthOf(list)).toBe(3_050);
});

it('takes the latest total, but not that of a cursor', () => {
  const list = withWindow(undefined, 0, page(0, 100, 500));
  expect(withWindow(list, 2, page(200, 100, 400)).total).toBe(400);
  expect(withWindow(list, 2, page(200, 100, 400), false).total).toBe(500);
});

it('grows beyond the rows that are counted, up to the last one', () => {
  const inexact = { total_is_exact: false };
  const list = withWindow(undefined, 0, page(0, 100, 10_001, inexact));
  expect(lengthOf(list)).toBe(10_001);
  const grown = withWindow(list, 100, page(10_000, 100, 10_101, inexact), false);
  expect(lengthOf(grown)).toBe(10_200);
  const whole = withWindow(grown, 101, page(10_100, 30, 10_001, { ...inexact, next: null }), false);
  expect([whole.total, whole.isExact, lengthOf(whole)]).toEqual([10_130, true, 10_130]);
});
