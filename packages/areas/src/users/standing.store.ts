import type { Caller } from '@wfp/shared';
import { Prisma, type Recording, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

export const deactivated: Recording = {
  event: 'user.post_update',
  action: 'deactivate',
  also: [{ type: 'user.deactivated' }],
};

/** A user who has yet to accept their invitation is not active by being reactivated. */
export const reactivated: Recording = {
  event: 'user.post_update',
  action: 'reactivate',
  also: [{ type: 'user.activated', when: sql`c._after ->> 'status' = 'active'` }],
};

/** Whether a user has some way to sign in. */
export async function hasWayIn(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select i.id from user_identities i
    where i.org_id = ${caller.org_id} and i.user_id = ${user_id} and i.deleted_at is null limit 1`);
  return rows.length > 0;
}
