import type { Platform } from '../platform.ts';
import { type CatalogueTable, catalogueTables } from './catalogue.ts';
import { clients } from './database.ts';
import { translated } from './database-errors.ts';
import type { Prisma } from './generated/client.ts';
import type { StatementRunner } from './statement-pool.ts';
import { stable } from './statements.ts';

export { shardOf } from '../events/relay-shards.ts';
export { gathered } from './gathered.ts';
export { type LongReads, withLongReads } from './long-reads.ts';

/** A transaction on operational rows; the relay runs in one. */
export interface RelayTransaction {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  execute(statement: Prisma.Sql): Promise<number>;
}

/**
 * Reads across organizations. Only for what happens before an organization is known (sign-in, the check
 * of a credential) and for the processes behind the API (relay, lanes, sweepers).
 */
export async function readCrossTenant<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  return translated(clients(platform.database).reading.rows<Row>(statement));
}

/** The same for a statement whose text never varies: planned once a connection. */
export async function readCrossTenantByKey<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  return translated(clients(platform.database).keyed.rows<Row>(stable(statement)));
}

/** Reads the tables of the database from PostgreSQL's catalogue. Takes milliseconds: for jobs only. */
export async function readCatalogue(platform: Platform): Promise<CatalogueTable[]> {
  return readCrossTenant<CatalogueTable>(platform, catalogueTables);
}

/**
 * Writes rows that are no fact about an organization and so have no event: leases and results of
 * deliveries, last-used marks, the relay's own books. Facts go through `write`.
 */
export async function executeOperational<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  return translated(clients(platform.database).writing.rows<Row>(statement));
}

/**
 * The same for rows of a backlog, by a statement whose text never varies: planned once a connection, for any number of
 * rows, whatever PostgreSQL believes how many there are at the moment.
 */
export async function executeOnBacklog<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  const run = (tx: StatementRunner) => tx.rows<Row>(stable(statement));
  return translated(clients(platform.database).writing.transaction(run, 10_000, byIndexes));
}

/**
 * What fills and empties within a second has statistics of another moment. Whatever they say, it is walked by its
 * indexes, in their order, and nothing of it is gathered and sorted to take the first few.
 */
const byIndexes = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** Several operational statements in one transaction. */
export async function executeOperationalInTransaction<Result>(
  platform: Platform,
  run: (tx: RelayTransaction) => Promise<Result>,
): Promise<Result> {
  return translated(
    clients(platform.database).writing.transaction(
      (tx) =>
        run({
          rows: (statement) => translated(tx.rows(statement)),
          execute: (statement) => translated(tx.execute(statement)),
        }),
      30_000,
    ),
  );
}
