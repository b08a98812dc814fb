import { Prisma } from '../generated/client.ts';
import type { SortedRows } from './sorted-rows.ts';

const { sql, join, raw } = Prisma;

/** A filter in two forms. */
export interface RowFilter {
  /** The condition on rows that are read in the order of the sort. */
  inOrder: Prisma.Sql;
  /** Selects all matching rows, by indexes. */
  all: Prisma.Sql;
}

export interface FilteredPage {
  table: string;
  alias: string;
  /** Condition: the rows of the list, without the filter. */
  from: Prisma.Sql;
  filter: RowFilter;
  /** The order of all rows; ends with a unique column. */
  orderBy: Prisma.Sql;
  /** The rows in that order, in parts if no single index has all of them; by default one part. */
  parts?: readonly SortedRows[];
  limit: number;
  offset: number;
  /** SQL for the number of rows that fill the page, if fewer rows than the limit may match; default: the limit. */
  expected?: Prisma.Sql;
  /** Condition: matching rows can be expected among the first rows. If false, these are not read; default: true. */
  isEarly?: Prisma.Sql;
}

/** Rows of a part that are filtered first, in addition to twice the rows up to the end of the page. */
const maxWalked = 1_000;
/** Factor by which more rows are filtered if these are likely to fill the page. */
const further = 4;

/**
 * Builds a statement that selects a page of the rows that match a filter. PostgreSQL cannot know whether matching rows
 * come early in the order. The statement therefore filters only the first rows in the order. If they fill more than a
 * quarter of the page, it filters four times as many. If the page is still not full, it finds all matching rows by the
 * indexes of the filter, and sorts them.
 */
export function selectFilteredPage(list: FilteredPage): Prisma.Sql {
  const { filter, orderBy, limit, offset } = list;
  const { expected = sql`${limit}::int`, isEarly = sql`true` } = list;
  const row = raw(list.alias);
  const page = sql`order by ${orderBy} limit ${limit}::int offset ${offset}::int8`;
  const walked = maxWalked + 2 * (offset + limit);
  const found = (name: string) => sql`(select count(*) from ${raw(name)})`;
  const isMissed = (name: string) => sql`${found(name)} < ${expected}`;
  const isNear = sql`${isMissed('first')} and ${found('first')} * ${further}::int > ${expected}`;
  return sql`with first as materialized (select ${row}.* from (${walk(list, walked, isEarly)}) ${row} ${page}),
    second as materialized (select ${row}.* from (${walk(list, walked * further, isNear)}) ${row} ${page})
    select ${row}.* from first ${row} where not ${isMissed('first')}
    union all select ${row}.* from second ${row} where not ${isMissed('second')}
    union all (
      select ${row}.* from (select ${row}.* from (${filter.all}) ${row} offset 0) ${row}
      where ${isMissed('first')} and ${isMissed('second')} ${page})`;
}

/** SQL for the matching rows among the first rows in the order, up to the end of the page. */
function walk(list: FilteredPage, maxRows: number, condition: Prisma.Sql): Prisma.Sql {
  const { from, filter, orderBy, limit, offset, parts = [{ where: sql`true`, orderBy }] } = list;
  const [table, row] = [raw(`${list.table} ${list.alias}`), raw(list.alias)];
  // Later parts are read only if the earlier ones are read completely. Ordered, so that PostgreSQL reads no other rows.
  const isComplete = ({ where, orderBy }: SortedRows) =>
    sql`(select count(*) from (
      select from ${table} where ${from} and ${where} order by ${orderBy} limit ${maxRows}::int8) part) < ${maxRows}::int8`;
  const walks = parts.map((part, nth) => {
    const conditions = [filter.inOrder, condition, ...parts.slice(0, nth).map(isComplete)];
    return sql`(select ${row}.* from (
        select ${row}.* from ${table} where ${from} and ${part.where} order by ${part.orderBy} limit ${maxRows}::int8) ${row}
      where ${join(conditions, ' and ')} order by ${part.orderBy} limit ${offset + limit}::int8)`;
  });
  return join(walks, ' union all ');
}
