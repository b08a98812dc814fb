import type { Row } from '../../../api/call-path.ts';

/** A page of a list as the API returns it. */
export interface Page {
  data: readonly Row[];
  total: number;
  total_is_exact: boolean;
  next?: string | null;
}

/** Rows that are read with one request. */
export const windowSize = 100;

interface ListWindow {
  rows: readonly Row[];
  /** The cursor of the next window; null if there is none, undefined if the list has no cursors. */
  next: string | null | undefined;
}

/** A list of which only some windows are loaded. */
export interface SparseList {
  total: number;
  /** False if the list has more rows than the service counts. */
  isExact: boolean;
  /** By number, from 0. */
  windows: ReadonlyMap<number, ListWindow>;
}

/** The windows that contain rows, from the first to the last one. */
export function windowsOf(first: number, last: number): number[] {
  const [from, to] = [Math.floor(first / windowSize), Math.floor(Math.max(first, last) / windowSize)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * The list with a window that was read.
 *
 * @param isCounted false if the page was read with a cursor, which contains the total of an earlier page
 */
export function withWindow(
  list: SparseList | undefined,
  number: number,
  { data, next, ...page }: Page,
  isCounted = true,
): SparseList {
  const windows = new Map(list?.windows).set(number, { rows: data, next });
  const end = number * windowSize + data.length;
  // The last rows are known, although not all were counted.
  if (next === null && data.length > 0) return { total: end, isExact: true, windows };
  if (list && !isCounted) return { ...list, windows };
  return { total: page.total, isExact: page.total_is_exact, windows };
}

/** The number of rows that can be shown: of a list that is not counted to its end, it grows with what is loaded. */
export function lengthOf({ total, isExact, windows }: SparseList): number {
  if (isExact) return total;
  const ends = [...windows].map(
    ([number, { rows, next }]) => number * windowSize + rows.length + (next ? windowSize : 0),
  );
  return Math.max(total, ...ends);
}

/** The row at a place, from 0; undefined if it is not loaded. */
export const rowAt = ({ windows }: SparseList, index: number): Row | undefined =>
  windows.get(Math.floor(index / windowSize))?.rows[index % windowSize];

/** The loaded rows of a list in their order, with their places. */
export const loadedRows = ({ windows }: SparseList): { index: number; row: Row }[] =>
  [...windows]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([number, { rows }]) => rows.map((row, index) => ({ index: number * windowSize + index, row })));

/** The list with other versions of its rows. */
export const withRows = (list: SparseList, fresh: (row: Row) => Row): SparseList => ({
  ...list,
  windows: new Map(
    [...list.windows].map(([number, { rows, next }]) => [number, { rows: rows.map(fresh), next }]),
  ),
});
