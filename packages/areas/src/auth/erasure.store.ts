import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** Ends the sessions of a user and deletes personal sign-in data, in the transaction that erases the user. */
export async function eraseSignIns(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const of = sql`org_id = ${caller.org_id} and user_id = ${user_id}`;
  const statements = [
    sql`delete from refresh_tokens where org_id = ${caller.org_id} and session_id in (
      select s.id from sessions s where s.org_id = ${caller.org_id} and s.user_id = ${user_id})`,
    sql`update sessions set ip = null, user_agent = null, ended_at = coalesce(ended_at, now()) where ${of}`,
    // The rows remain, because the limit on invitations of an unverified organization counts them.
    sql`update user_tokens set email = '', used_at = coalesce(used_at, now()) where ${of}`,
    sql`delete from mfa_challenges where ${of}`,
    sql`delete from stream_tickets where ${of}`,
  ];
  for (const statement of statements) await tx.executeUnrecorded(statement);
}
