import { Prisma } from '../generated/client.ts';
import { ascending, descending, type Order, orderClause } from '../statements/order-by.ts';
import { isAfter, isUniform, type OrderValues } from './cursor.ts';

const { sql, empty } = Prisma;

/** Rows in an order that an index has. */
export interface SortedRows {
  where: Prisma.Sql;
  orderBy: Prisma.Sql;
}

export interface NullableSort {
  column: Prisma.Sql;
  id: Prisma.Sql;
  isDescending: boolean;
  /** The values of the row after which the rows begin: the column and the id. */
  after?: OrderValues | undefined;
  /** True if the other conditions exclude nulls. */
  isNeverNull?: boolean;
  /** Condition that all rows without a value meet, and few others, by which an index finds them. */
  whereNull?: Prisma.Sql;
}

/**
 * Divides rows that are sorted by a nullable column, nulls last: those with a value, in the order of an index on the column
 * and the id, and the others, in the order of the id. A cursor is a bound for an index only within a part.
 */
export function partsByNullable(sort: NullableSort): readonly SortedRows[] {
  const { column, id, isDescending, after, isNeverNull = false, whereNull = sql`true` } = sort;
  const inOrder = isDescending ? descending : ascending;
  const [byValue, byId] = [inOrder(column, id), inOrder(id)];
  const isPastValues = after?.[0] === null;
  const follows = (order: typeof byId, values: OrderValues | undefined) =>
    values ? sql`and ${isAfter(order, values)}` : empty;
  const present = sql`${column} is not null ${follows(byValue, after)}`;
  const missing = sql`${column} is null and ${whereNull} ${follows(byId, isPastValues ? after?.slice(1) : undefined)}`;
  return [
    ...(isPastValues ? [] : [{ where: present, orderBy: orderClause(byValue) }]),
    ...(isNeverNull ? [] : [{ where: missing, orderBy: orderClause(byId) }]),
  ];
}

export interface SortedPage {
  table: string;
  alias: string;
  where: Prisma.Sql;
  /** The rows in the order, in one part or two. */
  parts: readonly SortedRows[];
  /** The order of all rows; ends with a unique column. */
  orderBy: Prisma.Sql;
  limit: number;
  offset: number;
}

/**
 * Builds a statement that selects a page of sorted rows. Reads at most the rows up to the end of the page, and the second
 * part only if the page reaches it.
 */
export function selectSortedPage({ table, alias, where, parts, ...page }: SortedPage): Prisma.Sql {
  const [from, row] = [Prisma.raw(`${table} ${alias}`), Prisma.raw(alias)];
  const { limit, offset } = page;
  const range = sql`order by ${page.orderBy} limit ${limit}::int offset ${offset}::int8`;
  const [first, second] = parts;
  if (!first) return sql`select ${row}.* from ${from} where ${where} ${range}`;
  const most = sql`${limit + offset}::int8`;
  const select = (part: SortedRows, condition = sql`true`) => sql`(select ${row}.* from ${from}
    where ${where} and ${part.where} and ${condition} order by ${part.orderBy} limit ${most})`;
  if (!second) return sql`select ${row}.* from ${select(first)} ${row} ${range}`;
  return sql`with first as materialized ${select(first)}
    select ${row}.* from (
      select * from first union all ${select(second, sql`(select count(*) from first) < ${most}`)}) ${row} ${range}`;
}

export interface DistantPage extends Omit<SortedPage, 'parts' | 'orderBy'> {
  /** An index has this order, and all columns that `where` names. */
  order: Order;
}

/**
 * Builds a statement that selects a page far down an order. Finds the first row of the page in the index alone, and reads
 * only the rows from there on. Returns undefined if the page is near the beginning, or if the order has several directions
 * or nulls.
 */
export function selectDistantPage({
  table,
  alias,
  where,
  order,
  limit,
  offset,
}: DistantPage): Prisma.Sql | undefined {
  if (offset <= limit || !isUniform(order)) return undefined;
  const [from, row] = [Prisma.raw(`${table} ${alias}`), Prisma.raw(alias)];
  const columns = Prisma.join(order.map(({ value }) => value));
  const isReached = Prisma.raw(order[0]?.isDescending ? '<=' : '>=');
  const sorted = sql`order by ${orderClause(order)}`;
  return sql`select ${row}.* from ${from} where ${where} and (${columns}) ${isReached} (
      select ${columns} from ${from} where ${where} ${sorted} limit 1 offset ${offset}::int8)
    ${sorted} limit ${limit}::int`;
}
