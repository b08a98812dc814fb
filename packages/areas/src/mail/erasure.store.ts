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
