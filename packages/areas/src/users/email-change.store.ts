import type { Caller } from '@wfp/shared';
import { Prisma, type Recording, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** The first step changes nothing yet, and is a fact all the same: somebody tried it. */
export const emailChangeRequested: Recording = {
  event: 'user.email_change_requested',
  action: 'request_email_change',
};

export const emailChanged: Recording = {
  event: 'user.post_update',
  action: 'change_email',
  also: [{ type: 'user.email_changed' }],
};

/** Spends every token that was sent to a user: whoever reads the old mailbox must not get in by one. */
export async function spendTokensOf(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(sql`update user_tokens set used_at = now()
    where org_id = ${caller.org_id} and user_id = ${user_id} and used_at is null`);
}

/** An address that its holder has proven. */
export const emailProven = (email: string) => ({ email, email_verified_at: sql`now()` });
