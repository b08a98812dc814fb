import type { Caller } from '../../caller.ts';
import { AppError } from '../../errors.ts';
import { type LockOf, lockCall, longWorkCall } from '../advisory-locks.ts';
import { rowLockMs } from '../connections/connection-options.ts';
import { lockTimeoutState, sqlStateOf } from '../database-errors.ts';
import { Prisma } from '../generated/client.ts';
import { stable } from '../statements/plans.ts';
import { LockWaitExceeded } from './retry.ts';
import type { Transaction } from './transaction.ts';

const { sql, raw } = Prisma;

/**
 * Takes a lock of the caller's organization until the transaction ends. A transaction with many rows, such as an import,
 * may hold it for minutes: other transactions that need the lock then fail at once. Otherwise, a transaction waits
 * {@link briefWaitMs} with its connection, and the write is then retried without one.
 *
 * @throws AppError `unavailable` while a long transaction of the organization holds the lock
 */
export async function lockOrganization(
  tx: Pick<Transaction, 'rows' | 'longHeld'>,
  caller: Caller,
  lock: LockOf<'organization'>,
): Promise<void> {
  if (tx.longHeld) {
    if (tx.longHeld.has(lock)) return;
    await tx.rows(lockForLongWork(lock, caller.org_id));
    tx.longHeld.add(lock);
    return;
  }
  const [locked] = await tx
    .rows<{ is_locked: boolean | null }>(lockBriefly(lock, caller.org_id))
    .catch((error: unknown) => {
      throw sqlStateOf(error) === lockTimeoutState ? new LockWaitExceeded(error) : error;
    });
  if (!locked?.is_locked) throw longWorkRunning();
}

/** Others wait behind this transaction; the next attempt is made without holding a connection in between. */
const briefWaitMs = 400;

const longWorkRunning = () =>
  new AppError(
    'unavailable',
    'An import of the organization is running and changes the same kind of records; retry when it has finished',
    { headers: { 'Retry-After': '15' } },
  );

/** Conditions of `case` are evaluated in order, so the timeout applies to the lock only. */
function lockBriefly(lock: LockOf<'organization'>, org_id: number): Prisma.Sql {
  const isFree = raw(longWorkCall('tryLockSharedInTransaction', lock, 'l.id'));
  const locked = raw(lockCall('lockInTransaction', lock, 'l.id'));
  return stable(sql`select case when ${isFree} then case when ${lockTimeout(briefWaitMs)} then
      case when ${locked}::text = '' then ${lockTimeout(rowLockMs)} end end end as is_locked
    from (select ${org_id}::int as id) l`);
}

/** SQL that sets how long the transaction waits for a lock from now on, and is true. */
export const lockTimeout = (ms: number): Prisma.Sql =>
  sql`set_config('lock_timeout', ${String(ms)}, true) <> ''`;

function lockForLongWork(lock: LockOf<'organization'>, org_id: number): Prisma.Sql {
  const marked = raw(longWorkCall('lockInTransaction', lock, 'l.id'));
  const locked = raw(lockCall('lockInTransaction', lock, 'l.id'));
  return stable(sql`select case when ${marked}::text = '' then ${locked}::text end
    from (select ${org_id}::int as id) l`);
}

/**
 * SQL that takes a shared lock of the caller's organization until the transaction ends, and is true. A shared lock
 * excludes only exclusive ones. The snapshot of the statement is older than the lock, so data that the lock protects
 * must be read by a volatile function after the lock was taken.
 */
export const lockShared = (caller: Caller, lock: LockOf<'organization'>) =>
  sql`(select ${raw(lockCall('lockSharedInTransaction', lock, 'l.id'))}::text = '' from (select ${caller.org_id}::int as id) l)`;

/** SQL like {@link lockShared} that does not wait: false if another transaction has the exclusive lock. */
export const tryLockShared = (caller: Caller, lock: LockOf<'organization'>) =>
  sql`(select ${raw(lockCall('tryLockSharedInTransaction', lock, 'l.id'))} from (select ${caller.org_id}::int as id) l)`;

/** Takes a lock of one record until the transaction ends. */
export async function lockRecord(
  tx: Pick<Transaction, 'rows'>,
  lock: LockOf<'record'>,
  id: number,
): Promise<void> {
  await tx.rows(lockStatement(lockCall('lockInTransaction', lock, 'l.id'), id));
}

/** SQL that takes a lock of the record whose id is given as SQL, until the transaction ends. */
export const recordLock = (lock: LockOf<'record'>, id: string): Prisma.Sql =>
  raw(`${lockCall('lockInTransaction', lock, id)}::text`);

const lockStatement = (call: string, id: number) =>
  stable(sql`select ${raw(call)}::text from (select ${id}::int as id) l`);
