import type { ListPage, Total } from '../../contract/index.ts';
import { invalidField } from '../../errors.ts';
import type { Order } from '../statements/order-by.ts';
import {
  type CountedTotal,
  type Cursor,
  decodeCursor,
  encodeCursor,
  type OrderValues,
  translateCursorErrors,
} from './cursor.ts';
import type { PageRequest } from './totals.ts';

/** The rows that are read for a page. */
export interface RowRange {
  /** One more than the page has: the last row shows that another page follows. */
  limit: number;
  offset: number;
  after?: Cursor | undefined;
}

/** The rows of a page, and the values of the last one if others follow. */
export interface ReadRows<Row> {
  data: Row[];
  last: OrderValues | undefined;
}

/** @throws AppError `invalid` on `after` for a cursor of another order, or together with an offset */
export function rowRange({ limit, offset, after }: PageRequest, order: Order): RowRange {
  if (after !== undefined && offset > 0)
    throw invalidField('after', 'Cannot be combined with offset or page');
  return { limit: limit + 1, offset, after: after === undefined ? undefined : decodeCursor(order, after) };
}

/** Takes the rows of a page from those that were read for it, and the values of the last one if others follow. */
export async function takeRange<Row>(
  { limit, after }: RowRange,
  reading: Promise<(Row & { order_values: OrderValues })[]>,
): Promise<ReadRows<Row>> {
  const found = await (after ? translateCursorErrors(reading) : reading);
  const shown = found.slice(0, limit - 1);
  const data = shown.map(({ order_values, ...row }) => row as Row);
  return { data, last: found.length < limit ? undefined : shown.at(-1)?.order_values };
}

/** The total if it follows from a page, so that nothing has to be counted; otherwise undefined. */
export function totalFromPage(
  rows: number,
  { offset, after }: PageRequest,
  isLast: boolean,
): Total | undefined {
  const isCounted = isLast && after === undefined && (rows > 0 || offset === 0);
  return isCounted ? { total: offset + rows, total_is_exact: true } : undefined;
}

/** Adds the total, and the cursor of the next page. */
export function withNext<Row>(
  { data, last }: ReadRows<Row>,
  order: Order,
  total: Total | CountedTotal,
): ListPage<Row> {
  const counted = 'digest' in total ? total : undefined;
  const next = last ? encodeCursor(order, { values: last, ...(counted && { counted }) }) : null;
  return { data, total: total.total, total_is_exact: total.total_is_exact, next };
}
