import type { Caller } from '../../caller.ts';
import { type LockOf, lockCall } from '../advisory-locks.ts';
import { Prisma } from '../generated/client.ts';
import { stable } from '../statements/plans.ts';
import type { Transaction } from './transaction.ts';

const { sql, raw } = Prisma;

/**
 * Takes a lock of the caller's organization until the transaction ends. A shared lock excludes only exclusive locks.
 */
export async function lockOrganization(
  tx: Pick<Transaction, 'rows'>,
  caller: Caller,
  lock: LockOf<'organization'>,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const call = mode === 'shared' ? 'lockSharedInTransaction' : 'lockInTransaction';
  await tx.rows(lockStatement(lockCall(call, lock, 'l.id'), caller.org_id));
}

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
