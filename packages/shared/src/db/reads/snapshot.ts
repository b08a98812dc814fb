import type { Caller } from '../../caller.ts';
import { poolsFor } from '../connections/database.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { type CatalogueTable, catalogueTables } from '../schema/catalogue.ts';
import { requireOrganization } from './read.ts';

const { sql, raw } = Prisma;

/** A consistent snapshot of the database. */
export interface Snapshot {
  tables(): Promise<CatalogueTable[]>;
  count(statement: Prisma.Sql): Promise<number>;
  /** Yields the rows of a statement in batches from a cursor. One cursor at a time. */
  batches<Row>(statement: Prisma.Sql, size: number): AsyncGenerator<Row[], void>;
}

const maxSnapshotMs = 30 * 60_000;
/** Between two batches the consumer may be slow, for example while it uploads. */
const maxIdleMs = 60_000;

/**
 * Reads large results from one snapshot, read-only. Only for jobs: it holds a connection and a snapshot until `run`
 * ends.
 *
 * @throws Error if a statement does not mention `org_id`
 */
export async function readInSnapshot<Result>(
  caller: Caller,
  run: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { snapshots } = poolsFor(caller);
  return snapshots.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    await tx.execute(sql`set local idle_in_transaction_session_timeout = ${raw(String(maxIdleMs))}`);
    return run({
      tables: () => translateErrors(tx.rows<CatalogueTable>(catalogueTables)),
      count: async (statement) => {
        requireOrganization(statement);
        const counting = sql`select count(*)::float8 as total from (${statement}) counted`;
        const [row] = await translateErrors(tx.rows<{ total: number }>(counting));
        return row?.total ?? 0;
      },
      batches: async function* <Row>(statement: Prisma.Sql, size: number) {
        requireOrganization(statement);
        await translateErrors(tx.execute(sql`declare batches no scroll cursor for ${statement}`));
        for (;;) {
          const batch = await translateErrors(
            tx.rows<Row>(sql`fetch forward ${raw(String(Math.trunc(size)))} from batches`),
          );
          if (batch.length > 0) yield batch;
          if (batch.length < size) break;
        }
        await tx.execute(sql`close batches`);
      },
    });
  }, maxSnapshotMs);
}
