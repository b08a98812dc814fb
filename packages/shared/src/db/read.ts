import type { Caller } from '../caller.ts';
import type { Listed } from '../contract/index.ts';
import { statementAttributes } from '../trace/statement-span.ts';
import { inChildSpan, isTracing } from '../trace/tracing.ts';
import { clients, type Database } from './database.ts';
import { translated } from './database-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import type { StatementPool } from './statement-pool.ts';
import { stable } from './statements.ts';

type ModelName = Uncapitalize<Prisma.ModelName>;
type ReadOperation = 'findMany' | 'findFirst' | 'findFirstOrThrow' | 'count' | 'aggregate' | 'groupBy';
type ReadOnly<Delegate> = Pick<Delegate, Extract<keyof Delegate, ReadOperation>>;

/** The typed client limited to one organization and to reading. */
export type Reader = { [Model in ModelName]: ReadOnly<PrismaClient[Model]> };

const readers = new WeakMap<Database, Map<number, Reader>>();
const mostReaders = 1_000;

/**
 * The typed read client of the caller's organization: every query gets its `org_id`, whatever the code
 * forgot, and runs on a connection that PostgreSQL keeps from writing. Relations need no filter of their
 * own: their keys carry the organization.
 */
export function reader(caller: Caller): Reader {
  const { database } = caller.platform;
  const cached = readers.get(database) ?? new Map<number, Reader>();
  readers.set(database, cached);
  let bound = cached.get(caller.org_id);
  if (!bound) {
    if (cached.size >= mostReaders) cached.clear();
    bound = bind(database, caller.org_id);
    cached.set(caller.org_id, bound);
  }
  return bound;
}

function bind(database: Database, org_id: number): Reader {
  return clients(database).typed.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          const key = model === 'Organization' ? 'id' : 'org_id';
          const given = (args ?? {}) as { where?: object };
          const run = () =>
            query({ ...given, where: { AND: [given.where ?? {}, { [key]: org_id }] } } as never);
          if (!isTracing()) return run();
          const summary = `${operation} ${model}`;
          return inChildSpan(
            () => summary,
            () => statementAttributes(summary),
            run,
          );
        },
      },
    },
  }) as unknown as Reader;
}

/**
 * Reads rows with SQL, for lists and hot paths. The statement must limit every tenant table to
 * `org_id`; one that does not even mention it is refused.
 */
export async function readRows<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row[]> {
  requireOrganization(statement);
  const on = caller.transaction ?? caller.replica ?? clients(caller.platform.database).reading;
  return translated(on.rows<Row>(statement));
}

/** @throws Error when a statement does not even mention `org_id` */
export function requireOrganization(statement: Prisma.Sql): void {
  if (!statement.sql.includes('org_id')) throw new Error('A read must be limited to an organization');
}

/** A list as SQL. */
interface List {
  columns: Prisma.Sql;
  /** The table with its alias. */
  from: Prisma.Sql;
  /** What only the shown rows need; it must neither add nor drop any. */
  join?: Prisma.Sql;
  where: Prisma.Sql;
  /** Ends with something unique, so that pages do not overlap. */
  orderBy: Prisma.Sql;
}

/** Reads a page of a list and counts the whole of it. */
export async function readPage<Row>(
  caller: Caller,
  { limit, offset }: { limit: number; offset: number },
  { columns, from, join = Prisma.empty, where, orderBy }: List,
): Promise<Listed<Row>> {
  const [data, [count]] = await Promise.all([
    readRows<Row>(
      caller,
      Prisma.sql`select ${columns} from ${from} ${join} where ${where} order by ${orderBy} limit ${limit}::int offset ${offset}::int8`,
    ),
    readRows<{ total: number }>(
      caller,
      Prisma.sql`select count(*)::float8 as total from ${from} where ${where}`,
    ),
  ]);
  return { data, total: count?.total ?? 0 };
}

/**
 * Reads one row by key, with SQL whose text never varies: it is planned once a connection. Never from a copy of the
 * database: whoever looks at a single row may be about to change it.
 */
export async function readOne<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row | undefined> {
  const [row] = await keyed<Row>(caller, caller.transaction, statement);
  return row;
}

/**
 * Reads a few rows that lie together in an index, as {@link readOne} does one. Its plan must be the right one for
 * any values: a limit stands in the text, since PostgreSQL takes one that it does not know for a tenth of all rows.
 */
export async function readFewByKey<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row[]> {
  return keyed<Row>(caller, caller.transaction ?? caller.replica, statement);
}

async function keyed<Row>(
  caller: Caller,
  on: Pick<StatementPool, 'rows'> | undefined,
  statement: Prisma.Sql,
): Promise<Row[]> {
  requireOrganization(statement);
  const { keyed } = clients(caller.platform.database);
  return translated((on ?? keyed).rows<Row>(stable(statement)));
}
