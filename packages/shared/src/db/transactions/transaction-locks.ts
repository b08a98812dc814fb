import type { Caller } from '../../caller.ts';
import { type LockOf, lockCall } from '../advisory-locks.ts';
import { Prisma } from '../generated/client.ts';
import { stable } from '../statements/plans.ts';
import type { Transaction } from './transaction.ts';

const { sql, raw } = Prisma;

/** Takes a lock of the caller's organization until the transaction ends. */
export async function lockOrganization(
  tx: Pick<Transaction, 'rows'>,
  caller: Caller,
  lock: LockOf<'organization'>,
): Promise<void> {
  await tx.rows(lockStatement(lockCall('lockInTransaction', lock, 'l.id'), caller.org_id));
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

const lockStatement = (call: string, id: number) =>
  stable(sql`select ${raw(call)}::text from (select ${id}::int as id) l`);
