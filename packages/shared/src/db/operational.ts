import type { Platform } from '../platform.ts';
import { poolsOf } from './connections/database.ts';
import { translateErrors } from './database-errors.ts';
import type { Prisma } from './generated/client.ts';
import { type CatalogueTable, catalogueTables } from './schema/catalogue.ts';
import { rowsAsPlanned } from './statements/plans.ts';

export { shardOf } from '../events/relay/relay-shards.ts';
export { type ConnectionUse, connectQuery } from './connections/connection-options.ts';
export { type LongReads, withLongReads } from './reads/long-reads.ts';
export { readInSnapshot, type Snapshot } from './reads/snapshot.ts';
export { batched } from './statements/batched.ts';
export { byIndexes } from './statements/plans.ts';
export {
  type LongTransaction,
  maxTransactionMs,
  writeInLongTransaction,
} from './transactions/long-transaction.ts';

/** A transaction on operational rows; the relay runs in one. */
export interface RelayTransaction {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  execute(statement: Prisma.Sql): Promise<number>;
}

/**
 * Reads across organizations, planned as the statement says. Only for what happens before an organization is known
 * (sign-in, the check of a credential) and for the processes behind the API (relay, lanes, sweepers).
 */
export async function readCrossTenant<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  const { keyed, reading } = poolsOf(platform.database);
  return translateErrors(rowsAsPlanned<Row>({ keyed, others: reading }, statement));
}

/** Reads the tables of the database from PostgreSQL's catalogue. Takes milliseconds: for jobs only. */
export async function readCatalogue(platform: Platform): Promise<CatalogueTable[]> {
  return readCrossTenant<CatalogueTable>(platform, catalogueTables);
}

/**
 * Writes operational data, which has no event: leases and results of deliveries, last-used marks, the state of the
 * relay. Facts about an organization go through `write`.
 */
export async function executeOperational<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  const { writing } = poolsOf(platform.database);
  return translateErrors(rowsAsPlanned<Row>({ keyed: writing, others: writing }, statement));
}

/** Several operational statements in one transaction. */
export async function executeOperationalInTransaction<Result>(
  platform: Platform,
  run: (tx: RelayTransaction) => Promise<Result>,
): Promise<Result> {
  return translateErrors(
    poolsOf(platform.database).writing.transaction(
      (tx) =>
        run({
          rows: (statement) => translateErrors(tx.rows(statement)),
          execute: (statement) => translateErrors(tx.execute(statement)),
        }),
      30_000,
    ),
  );
}
