import type { Caller } from '../../caller.ts';
import { poolsFor } from '../connections/database.ts';
import type { StatementRunner } from '../connections/statement-pool.ts';
import { translateErrors } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { byIndexesSettings } from '../statements/plans.ts';
import { afterCommit } from '../writes/after-commit.ts';
import { runTransactionBody, type Transaction } from '../writes/write.ts';
import { watchForInterruption } from './interruption.ts';
import { withRetry } from './retry.ts';

/**
 * Maximum duration of any writing transaction, in milliseconds. The audit chain relies on it: after twice this time, no
 * entry with a lower id can be committed.
 */
export const maxTransactionMs = 5 * 60_000;

/** A transaction of many steps, each of which can fail separately. */
export interface LongTransaction extends Transaction {
  /**
   * Runs one step: rolled back separately if it fails, and retried like a separate write. Never nested. `recorded` is
   * the number of rows it wrote; 0 if all rows already had their values. Such a step leaves no locks.
   */
  step<Result>(run: (tx: Transaction) => Promise<Result>): Promise<{ result: Result; recorded: number }>;
}

/**
 * Runs a job that must write all of its steps or none, such as an import, in one transaction of at most {@link
 * maxTransactionMs}. Uses separate connections, so that no request waits for one.
 *
 * @throws LongWorkInterrupted if another transaction took its locks with `interruptLongWork`
 */
export async function writeInLongTransaction<Result>(
  caller: Caller,
  run: (tx: LongTransaction) => Promise<Result>,
): Promise<Result> {
  const { long } = poolsFor(caller);
  const { result } = await withRetry(() =>
    translateErrors(
      long.transaction(
        (client) =>
          runTransactionBody(
            client,
            caller,
            (tx) => run({ ...tx, step: stepsOf(client, caller) }),
            new Set(),
          ),
        maxTransactionMs,
        byIndexesSettings,
      ),
    ),
  );
  await afterCommit(caller);
  return result;
}

/** Returns the function `step` of a transaction. */
function stepsOf(client: StatementRunner, caller: Caller): LongTransaction['step'] {
  let steps = 0;
  const locks = new Set<string>();
  const rejectInterrupted = watchForInterruption(client, caller);
  return async (work) => {
    steps += 1;
    if (isPowerOfTwo(steps)) await client.execute(discardPlans);
    const heldBefore = [...locks];
    return inSavepoint(
      client,
      async () => {
        await rejectInterrupted();
        return runTransactionBody(client, caller, work, locks);
      },
      () => {
        locks.clear();
        for (const lock of heldBefore) locks.add(lock);
      },
    );
  };
}

/**
 * Each statement is planned once, for the current size of its tables. In an empty table, all indexes of an organization
 * seem equally good. As the steps fill the tables, their statements are planned again.
 */
const discardPlans = Prisma.sql`discard plans`;

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

const savepoint = Prisma.sql`savepoint step`;
/**
 * Also needed after a rollback, which does not end the savepoint: each failed step would add a nested subtransaction.
 */
const release = Prisma.sql`release savepoint step`;
const rollback = Prisma.sql`rollback to savepoint step`;

/**
 * Rolls back a step that failed, and one that wrote nothing: that releases the locks that it has taken.
 *
 * @param onRollback called when they are released
 */
function inSavepoint<Done extends { recorded: number }>(
  client: StatementRunner,
  run: () => Promise<Done>,
  onRollback: () => void,
): Promise<Done> {
  return withRetry(async () => {
    await client.execute(savepoint);
    let hasWritten = false;
    try {
      const done = await run();
      hasWritten = done.recorded > 0;
      return done;
    } finally {
      if (!hasWritten) {
        await client.execute(rollback);
        onRollback();
      }
      await client.execute(release);
    }
  });
}
