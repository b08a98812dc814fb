import type { Caller } from '../caller.ts';
import type { Platform } from '../platform.ts';
import { clients } from './database.ts';
import { translated } from './database-errors.ts';
import { Prisma } from './generated/client.ts';
import { requireOrganization } from './read.ts';
import type { StatementPool } from './statement-pool.ts';
import { stable } from './statements.ts';

const longestMs = 10_000;

/**
 * Reads rows with a statement that is planned once a connection, whatever PostgreSQL thinks of the plan. For lists
 * over partitions, which cost far more to plan than to run. The text must be one of few, and its plan the right one
 * for any values: bounds of time that matter are to be known from rows that the statement itself has read.
 */
export async function readPlanned<Row>(caller: Caller, statement: Prisma.Sql): Promise<Row[]> {
  requireOrganization(statement);
  const { transaction, platform } = caller;
  if (transaction) return translated(transaction.rows<Row>(stable(statement)));
  return plannedOn(caller.replica ?? clients(platform.database).reading, statement);
}

/** The same for the processes behind requests, which have no caller. */
export async function readCrossTenantPlanned<Row>(platform: Platform, statement: Prisma.Sql): Promise<Row[]> {
  return plannedOn(clients(platform.database).reading, statement);
}

function plannedOn<Row>(on: Pick<StatementPool, 'transaction'>, statement: Prisma.Sql): Promise<Row[]> {
  return translated(
    on.transaction(async (tx) => {
      await tx.rows(planOnce);
      return tx.rows<Row>(stable(statement));
    }, longestMs),
  );
}

// Its costs are those of all partitions, of which most are left out in the end: neither to compile it nor to start
// processes for it is worth what it takes.
const planOnce = stable(Prisma.sql`select set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`);
