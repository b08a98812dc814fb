import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Total } from '../../contract/index.ts';
import { invalidField } from '../../errors.ts';
import { sqlStateOf } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { type Order, orderClause } from '../statements/order-by.ts';

const { sql, join } = Prisma;

/** The values of a row for the terms of an order, as PostgreSQL writes them. */
export type OrderValues = readonly (string | null)[];

/** The total of a list, with a digest of the statement that counted it. */
export interface CountedTotal extends Total {
  digest: string;
}

/** The row after which a page begins. */
export interface Cursor {
  values: OrderValues;
  counted?: CountedTotal;
}

const Token = z.tuple([
  z.string(),
  z.array(z.string().nullable()),
  z.tuple([z.string(), z.int().nonnegative(), z.boolean()]).optional(),
]);

/** A short digest of a text. */
export const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 10);

/** Identifies an order: its columns and directions. */
const digestOrder = (order: Order) => digest(orderClause(order).sql);

/**
 * Writes a cursor as the `after` of the next page. The token contains values of a row that the caller has read. It is not
 * signed: a made-up one can only begin a page elsewhere among the rows that the caller may read.
 */
export function encodeCursor(order: Order, { values, counted }: Cursor): string {
  const total = counted && [counted.digest, counted.total, counted.total_is_exact];
  const token = [digestOrder(order), values, ...(total ? [total] : [])];
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @throws AppError `invalid` on `after` if the token is malformed or from a list with another order */
export function decodeCursor(order: Order, after: string): Cursor {
  const token = Token.safeParse(parseJson(Buffer.from(after, 'base64url').toString()));
  if (!token.success) throw invalidCursor();
  const [of, values, total] = token.data;
  const fits =
    values.length === order.length && order.every((one, n) => one.isNullable || values[n] !== null);
  if (of !== digestOrder(order) || !fits)
    throw invalidField('after', 'Must be the next of a page of this list with the same order');
  if (!total) return { values };
  return { values, counted: { digest: total[0], total: total[1], total_is_exact: total[2] } };
}

const invalidCursor = () => invalidField('after', 'Must be the next of a page of this list');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Translates an error for values of a cursor that do not have the types of their columns. */
export function translateCursorErrors<Result>(reading: Promise<Result>): Promise<Result> {
  return reading.catch((error: unknown) => {
    throw sqlStateOf(error)?.startsWith('22') ? invalidCursor() : error;
  });
}

/** Selects the values of an order, as `order_values`. */
export const orderValues = (order: Order): Prisma.Sql =>
  sql`array[${join(order.map(({ value }) => sql`(${value})::text`))}] as order_values`;

/**
 * Condition: a row comes after the one with these values. PostgreSQL seeks the first such row in an index that has the
 * order. The type of each value follows from the column with which it is compared.
 */
export function isAfter(order: Order, values: OrderValues): Prisma.Sql {
  const [first, ...rest] = order;
  if (!first) return sql`false`;
  const { value, isNullable } = first;
  const bound = values[0];
  if (bound == null) return sql`(${value} is null and ${isAfter(rest, values.slice(1))})`;
  if (isUniform(order)) return comparison(order, values);
  const isBeyond = comparison([first], [bound]);
  const isLater = isNullable ? sql`(${isBeyond} or ${value} is null)` : isBeyond;
  if (rest.length === 0) return isLater;
  const follows = sql`(${isLater} or (${value}) = ${bound} and ${isAfter(rest, values.slice(1))})`;
  // Otherwise PostgreSQL would not find a bound for the index in the alternatives.
  return isNullable ? follows : sql`(${comparison([first], [bound], '=')} and ${follows})`;
}

/** True if all terms have one direction and no nulls, so that rows can be compared as a whole. */
export const isUniform = (order: Order) =>
  order.every((one) => !one.isNullable && one.isDescending === order[0]?.isDescending);

function comparison(order: Order, values: OrderValues, orEqual: '=' | '' = ''): Prisma.Sql {
  const operator = Prisma.raw(`${order[0]?.isDescending ? '<' : '>'}${orEqual}`);
  const columns = order.map((one) => sql`(${one.value})`);
  if (order.length === 1) return sql`${join(columns)} ${operator} ${values[0]}`;
  return sql`(${join(columns)}) ${operator} (${join([...values])})`;
}
