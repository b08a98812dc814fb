import type { Caller } from '../../caller.ts';
import type { ListPage } from '../../contract/index.ts';
import { poolsOf } from '../connections/database.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { rowsAsPlanned, stable } from '../statements/plans.ts';
import { countUpTo, type PageRequest, toTotal, totalFromLastPage } from './totals.ts';

/**
 * Reads one row by key with a statement whose text never varies, so that it is planned once per connection. Never from
 * the replica: the caller may be about to change the row.
 */
export async function readOne<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row | undefined> {
  requireOrganization(statement);
  const { keyed } = poolsOf(caller.platform.database);
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
  const { keyed, reading } = poolsOf(caller.platform.database);
  return translateErrors(
    rowsAsPlanned<Row>({ keyed: replica ?? keyed, others: replica ?? reading }, statement),
  );
}

interface List {
  columns: Prisma.Sql;
  /** The table with its alias. */
  from: Prisma.Sql;
  /** Joined for the rows of the page only; must neither add nor remove rows. */
  join?: Prisma.Sql;
  where: Prisma.Sql;
  /** Must end with a unique column, so that pages do not overlap. */
  orderBy: Prisma.Sql;
}

/** The statements of a page and of all rows of its list. */
interface CountedRows {
  rows: Prisma.Sql;
  /** A query that needs no columns; {@link countUpTo} counts its rows. */
  counted: Prisma.Sql;
}

/**
 * Reads a page of a list, described by its parts or by its statements. Counts the list unless a page that is not full
 * shows where the list ends.
 */
export async function readPage<Row>(
  caller: Caller,
  page: PageRequest,
  list: List | CountedRows,
): Promise<ListPage<Row>> {
  const { rows, counted } = 'rows' in list ? list : statementsOf(list, page);
  const data = await readRows<Row>(caller, rows);
  const known = totalFromLastPage(data.length, page);
  if (known) return { data, ...known };
  const [count] = await readRows<{ total: number }>(
    caller,
    Prisma.sql`select ${countUpTo(counted, page)} as total`,
  );
  return { data, ...toTotal(count?.total ?? 0, page) };
}

function statementsOf(
  { columns, from, join = Prisma.empty, where, orderBy }: List,
  { limit, offset }: PageRequest,
): CountedRows {
  return {
    rows: Prisma.sql`select ${columns} from ${from} ${join} where ${where} order by ${orderBy} limit ${limit}::int offset ${offset}::int8`,
    counted: Prisma.sql`select from ${from} where ${where}`,
  };
}

/** @throws Error if a statement does not mention `org_id` */
export function requireOrganization(statement: Prisma.Sql): void {
  if (!statement.strings.some((part) => part.includes('org_id')))
    throw new Error('A read must be limited to an organization');
}
