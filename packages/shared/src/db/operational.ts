import type { Platform } from '../platform.ts';
import { poolsFor, poolsOf } from './connections/database.ts';
import type { StatementPool } from './connections/statement-pool.ts';
import { translateErrors } from './database-errors.ts';
import type { Prisma } from './generated/client.ts';
import { type CatalogueTable, catalogueTables } from './schema/catalogue.ts';
import { rowsAsPlanned } from './statements/plans.ts';
import { withRetry } from './transactions/retry.ts';

export { shardOf } from '../events/relay/sharing/relay-shards.ts';
export { type ConnectionUse, connectQuery } from './connections/connection-options.ts';
export { type LongReads, withLongReads } from './reads/long-reads.ts';
export { readInSnapshot, type Snapshot } from './reads/snapshot.ts';
export { batched } from './statements/batched.ts';
export { byIndexes } from './statements/plans.ts';
export { LongWorkInterrupted } from './transactions/interruption.ts';
export {
  type LongTransaction,
  maxTransactionMs,
  writeInLongTransaction,
} from './transactions/long-transaction.ts';

/** A transaction on operational rows, such as the relay's. */
export interface RelayTransaction {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  execute(statement: Prisma.Sql): Promise<number>;
}

/**
 * Reads across organizations. Only before an organization is known (sign-in, credential checks) and in background
 * processes (relay, lanes, sweepers). PostgreSQL plans the statement as marked, for example with `byKey`.
 */
export async function readCrossTenant<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  const { keyed, reading } = poolsOf(platform.database);
  return translateErrors(rowsAsPlanned<Row>({ keyed, others: reading }, statement));
}

/**
 * Reads the descriptions of all tables from PostgreSQL's catalogue. Takes several milliseconds, so call it from jobs,
 * not from requests.
 */
export async function readCatalogue(platform: Platform): Promise<CatalogueTable[]> {
  return readCrossTenant<CatalogueTable>(platform, catalogueTables);
}

/**
 * Writes operational data, which has no events: leases, results of deliveries, last-used times, the state of the relay.
 * Jobs also delete expired rows with it. All other changes must be recorded, for example with `write`.
 */
export async function executeOperational<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  return executeIn(poolsOf(platform.database).writing, statement);
}

/**
 * Like {@link executeOperational}, for one organization and in its share of the connections. Required in requests for a
 * statement that can wait for rows which the organization has locked.
 */
export async function executeOperationalFor<Row>(
  organization: { platform: Platform; org_id: number },
  statement: Prisma.Sql,
): Promise<Row[]> {
  return executeIn(poolsFor(organization).writing, statement);
}

const executeIn = <Row>(
  writing: Pick<StatementPool, 'rows' | 'transaction'>,
  statement: Prisma.Sql,
): Promise<Row[]> =>
  withRetry(() => translateErrors(rowsAsPlanned<Row>({ keyed: writing, others: writing }, statement)));

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
