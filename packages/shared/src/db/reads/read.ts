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
   * The alias of the only table from which `columns` are computed, with the columns `org_id` and `id`. Columns are then
   * computed for the rows of the page only. Of the rows that a large `offset` skips, only the ids are read, from the index
   * alone if one has the order and the id.
   */
  alias?: Prisma.Sql;
  /** The table with its alias. */
  from: Prisma.Sql;
  /** Joined for the rows of the page only; must neither add nor remove rows. */
  join?: Prisma.Sql;
  where: Prisma.Sql;
  /** Must end with a unique column, so that pages do not overlap. */
  orderBy: Order;
  /** The id of a row, which `ids` of the page selects. Default: the last term of the order. */
  id?: Prisma.Sql;
}

/** A list described by its statements, which also select the rows with the `ids` of the page. */
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
  // Clients request the rows that an event was about. The replica may not have this event yet.
  const by = page.ids ? onPrimary(caller) : caller;
  const { orderBy, rows, counted } = 'rows' in list ? list : statementsOf(caller, list, page);
  const range = rowRange(page, orderBy);
  const { data, last } = await takeRange<Row>(range, readRows(by, limitedToPage(rows(range))));
  const total =
    totalFromPage(data.length, page, last === undefined) ?? (await countRows(by, page, range, counted));
  return withNext({ data, last }, orderBy, total);
}

/** The caller, who then reads lists from the primary. */
function onPrimary({ replica, ...caller }: Caller): Caller {
  return caller;
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

function statementsOf(
  { org_id }: Caller,
  { columns, alias, from, join = empty, where: all, orderBy, id = orderBy.at(-1)?.value }: List,
  { ids }: PageRequest,
): CountedRows {
  const where = ids && id ? sql`${all} and ${id} = any(${[...ids]})` : all;
  const selected = sql`${columns}, ${orderValues(orderBy)}`;
  const order = sql`order by ${orderClause(orderBy)}`;
  const page = (
    what: Prisma.Sql,
    { limit, offset, after }: RowRange,
  ) => sql`select ${what} from ${from} ${join}
      where ${where} ${after ? sql`and ${isAfter(orderBy, after.values)}` : empty}
      ${order} limit ${limit}::int offset ${offset}::int8`;
  const rows = (range: RowRange) => {
    if (!alias) return page(selected, range);
    if (!skipsPages(range))
      return sql`select ${selected} from (${page(sql`${alias}.*`, range)}) ${alias} ${order}`;
    return sql`select ${selected} from ${from} ${join} where ${alias}.org_id = ${org_id}
      and ${alias}.id = any(array(${page(sql`${alias}.id`, range)})) ${order}`;
  };
  return { orderBy, rows, counted: sql`select from ${from} where ${where}` };
}

/** True if more rows are skipped than read, so that reading them whole would cost most of the time. */
const skipsPages = ({ limit, offset }: RowRange) => offset > limit;

/** @throws Error if a statement does not mention `org_id` */
export function requireOrganization(statement: Prisma.Sql): void {
  if (!statement.strings.some((part) => part.includes('org_id')))
    throw new Error('A read must be limited to an organization');
}
