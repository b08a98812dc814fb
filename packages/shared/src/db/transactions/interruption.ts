import type { Caller } from '../../caller.ts';
import { type LockOf, lockCall, lockKey, longWorkCall } from '../advisory-locks.ts';
import { lockTimeoutMs, rowLockMs } from '../connections/connection-options.ts';
import type { StatementRunner } from '../connections/statement-pool.ts';
import { Prisma } from '../generated/client.ts';
import { stable } from '../statements/plans.ts';
import type { Transaction } from './transaction.ts';
import { lockTimeout } from './transaction-locks.ts';

const { sql, raw } = Prisma;

/** Thrown by a long transaction that blocks one which must not wait for it. It can be repeated. */
export class LongWorkInterrupted extends Error {
  override readonly name = 'LongWorkInterrupted';
}

/**
 * Takes a lock of the caller's organization until the transaction ends, also from a long transaction that has it: that is
 * rolled back. The same happens if it has locked a row for which this transaction waits later. For changes that cannot
 * wait for an import, such as taking rights away.
 *
 * Call it first in the transaction.
 */
export async function interruptLongWork(
  tx: Pick<Transaction, 'rows'>,
  caller: Caller,
  lock: LockOf<'organization'>,
): Promise<void> {
  const marked = raw(lockCall('lockSharedInTransaction', 'interruption', 'l.id'));
  const locked = raw(longWorkCall('lockSharedInTransaction', lock, 'l.id'));
  // The long transaction may itself wait for a row before it checks.
  await tx.rows(
    stable(sql`select case when ${marked}::text = '' and ${lockTimeout(lockTimeoutMs)} then
        case when ${locked}::text = '' then ${lockTimeout(rowLockMs)} end end
      from (select ${caller.org_id}::int as id) l`),
  );
}

/** The time between two checks of a long transaction. Shorter than the other one waits for a lock. */
const checkEveryMs = 100;

/**
 * Returns a function that a long transaction calls between its steps.
 *
 * @throws LongWorkInterrupted if it blocks a transaction that has called {@link interruptLongWork}
 */
export function watchForInterruption(client: StatementRunner, caller: Caller): () => Promise<void> {
  const statement = stable(sql`select exists (select from pg_locks m
    where m.locktype = 'advisory' and m.granted and m.classid = ${lockKey('interruption')}::int8::oid
      and m.objid = ${caller.org_id}::int8::oid and pg_backend_pid() = any(pg_blocking_pids(m.pid))) as interrupted`);
  let nextCheck = 0;
  return async () => {
    if (performance.now() < nextCheck) return;
    const [row] = await client.rows<{ interrupted: boolean }>(statement);
    if (row?.interrupted) throw new LongWorkInterrupted('Another transaction must not wait for this one');
    nextCheck = performance.now() + checkEveryMs;
  };
}
