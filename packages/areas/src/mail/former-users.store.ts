import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** Deletes the mail to a user, in the transaction that erases the user. */
export async function eraseMail(
  tx: Transaction,
  caller: Caller,
  user: { user_id: number; email: string },
): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from mails where org_id = ${caller.org_id} and (user_id = ${user.user_id} or to_address = ${user.email})`,
  );
}

/**
 * Fails the mails that wait for a user who can no longer sign in, and deletes their texts. One that is being sent is not sent
 * again if that fails.
 */
export async function failWaitingMail(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`update mails set status = 'failed', last_error = 'The user can no longer sign in', content_enc = null, lease_until = null
      where org_id = ${caller.org_id} and user_id = ${user_id} and status in ('waiting', 'sending')`,
  );
}
