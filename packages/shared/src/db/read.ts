import type { Caller } from '../caller.ts';
import { clients, type Database } from './database.ts';
import { translated } from './database-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { stableMark } from './statement-names.ts';

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
  return clients(database).reading.$extends({
    query: {
      $allModels: {
        $allOperations({ model, args, query }) {
          const key = model === 'Organization' ? 'id' : 'org_id';
          const given = (args ?? {}) as { where?: object };
          return query({ ...given, where: { AND: [given.where ?? {}, { [key]: org_id }] } } as never);
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
  if (!statement.sql.includes('org_id')) throw new Error('A read must be limited to an organization');
  return translated(clients(caller.platform.database).reading.$queryRaw<Row[]>(statement));
}

/** The same for a read by key, whose text never varies: planned once a connection. */
export async function readByKey<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row | undefined> {
  const [row] = await readRows<Row>(caller, Prisma.sql`${Prisma.raw(stableMark)} ${statement}`);
  return row;
}
