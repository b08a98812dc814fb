import type { Caller } from '../../caller.ts';
import type { ListPage } from '../../contract/index.ts';
import { poolsFor } from '../connections/database.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { type Order, orderClause } from '../statements/order-by.ts';
import { rowsAsPlanned, stable } from '../statements/plans.ts';
import { limitedToPage } from '../statements/results/page-limit.ts';
import { type CountedTotal, digest, isAfter, orderValues } from './cursor.ts';
import { type RowRange, rowRange, takeRange, totalFromPage, withNext } from './page.ts';
import { countUpTo, type PageRequest, toTotal } from './totals.ts';

const { sql, empty } = Prisma;

/**
 * Reads one row by key with a statement whose text never varies, so that it is planned once per connection. Never from
 * the replica: the caller may be about to change the row.
 */
export async function readOne<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row | undefined> {
  requireOrganization(statement);
  const { keyed } = poolsFor(caller);
  const [row] = await translateErrors(keyed.rows<Row>(stable(statement)));
  return row;
}

/**
 * Reads rows, from the replica if the caller has one. The statement must limit every tenant table to `org_id`; one that
 * does not mention `org_id` is rejected. It is planned for its values, unless marked with `byKey` or `plannedOnce`.
 */
export async function readRows<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row[]> {
  requireOrganization(statement);
  const { replica } = caller;
  const { keyed, reading } = poolsFor(caller);
  return translateErrors(
    rowsAsPlanned<Row>({ keyed: replica ?? keyed, others: replica ?? reading }, statement),
  );
}

interface List {
  columns: Prisma.Sql;
  /**
   * The alias of the only table from which `columns` are computed. They are then computed for the rows of the page, and not
   * also for those that `offset` skips.
   */
  alias?: Prisma.Sql;
  /** The table with its alias. */
  from: Prisma.Sql;
  /** Joined for the rows of the page only; must neither add nor remove rows. */
  join?: Prisma.Sql;
  where: Prisma.Sql;
  /** Must end with a unique column, so that pages do not overlap. */
  orderBy: Order;
}

/** A list described by its statements. */
interface CountedRows {
  orderBy: Order;
  /** Selects the rows of a page, with {@link orderValues}. */
  rows(page: RowRange): Prisma.Sql;
  /** A query that needs no columns; {@link countUpTo} counts its rows. */
  counted: Prisma.Sql;
}

/**
 * Reads a page of a list, described by its parts or by its statements. Counts the list unless the page contains its last
 * row, or the cursor has the count of the first page.
 *
 * @throws AppError `invalid` on `after` for a cursor of another order, or together with an offset; on `limit` if the rows
 *   have more than 8 MiB
 */
export async function readPage<Row>(
  caller: Caller,
  page: PageRequest,
  list: List | CountedRows,
): Promise<ListPage<Row>> {
  const { orderBy, rows, counted } = 'rows' in list ? list : statementsOf(list);
  const range = rowRange(page, orderBy);
  const { data, last } = await takeRange<Row>(range, readRows(caller, limitedToPage(rows(range))));
  const total =
    totalFromPage(data.length, page, last === undefined) ?? (await countRows(caller, page, range, counted));
  return withNext({ data, last }, orderBy, total);
}

/** Counts the rows of a list, unless the first page has counted them by the same statement. */
async function countRows(
  caller: Caller,
  page: PageRequest,
  { after }: RowRange,
  counted: Prisma.Sql,
): Promise<CountedTotal> {
  const known = after?.counted;
  const ofStatement = digest(JSON.stringify([counted.sql, counted.values]));
  const isKnown = known?.digest === ofStatement && (known.total_is_exact || page.total !== 'exact');
  if (isKnown) return known;
  const [count] = await readRows<{ total: number }>(
    caller,
    Prisma.sql`select ${countUpTo(counted, page)} as total`,
  );
  return { ...toTotal(count?.total ?? 0, page), digest: ofStatement };
}

function statementsOf({ columns, alias, from, join = empty, where, orderBy }: List): CountedRows {
  const selected = sql`${columns}, ${orderValues(orderBy)}`;
  const order = sql`order by ${orderClause(orderBy)}`;
  const page = (
    what: Prisma.Sql,
    { limit, offset, after }: RowRange,
  ) => sql`select ${what} from ${from} ${join}
      where ${where} ${after ? sql`and ${isAfter(orderBy, after.values)}` : empty}
      ${order} limit ${limit}::int offset ${offset}::int8`;
  return {
    orderBy,
    rows: (range) =>
      alias
        ? sql`select ${selected} from (${page(sql`${alias}.*`, range)}) ${alias} ${order}`
        : page(selected, range),
    counted: sql`select from ${from} where ${where}`,
  };
}

/** @throws Error if a statement does not mention `org_id` */
export function requireOrganization(statement: Prisma.Sql): void {
  if (!statement.strings.some((part) => part.includes('org_id')))
    throw new Error('A read must be limited to an organization');
}
