import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Recording, type Transaction, updateRows } from '@wfp/shared/db';
import { usersTable } from '../auth/index.ts';
import { asStatus, columns, type UserRow } from './users.store.ts';

const { sql } = Prisma;

export const erased: Recording = {
  event: 'user.erased',
  action: 'erase',
  also: [{ type: 'user.post_archive', when: sql`c._before -> 'deleted_at' = 'null'` }],
};

/** What is left of a user: an id that others refer to, under a name that is nobody's. */
export function eraseUserRow(caller: Caller, id: number): Change<UserRow> {
  const values = {
    email: `erased-${id}@invalid`,
    first_name: 'Erased',
    last_name: 'user',
    display_name: null,
    avatar_file_id: null,
    locale: 'en',
    time_zone: 'UTC',
    status: asStatus('deactivated'),
    password_hash: null,
    password_changed_at: null,
    email_verified_at: null,
    last_login_at: null,
    erased_at: sql`now()`,
    deleted_at: sql`coalesce(deleted_at, now())`,
  };
  return {
    table: usersTable,
    statement: updateRows(caller, usersTable, values, sql`id = ${id} and erased_at is null`),
    select: columns('c'),
  };
}

/**
 * Destroys what else is kept about a user, in the transaction that erases the row, after it. Old and new
 * values of every change go too; the audit log keeps who did what when, and digests that still agree.
 */
export async function destroyTraces(
  tx: Transaction,
  caller: Caller,
  user: { id: number; email: string; avatar_file_id: number | null },
): Promise<void> {
  const of = sql`org_id = ${caller.org_id} and user_id = ${user.id}`;
  const keys = sql`session_id in (select s.id from sessions s where s.org_id = ${caller.org_id} and s.user_id = ${user.id})`;
  const statements = [
    sql`delete from user_profiles where ${of}`,
    sql`update user_identities set provider_key = 'erased', external_id = id::text, last_used_at = null,
      deleted_at = coalesce(deleted_at, now()) where ${of}`,
    sql`delete from refresh_tokens where org_id = ${caller.org_id} and ${keys}`,
    sql`update sessions set ip = null, user_agent = null, ended_at = coalesce(ended_at, now()) where ${of}`,
    sql`update api_keys set last_used_ip = null, revoked_at = coalesce(revoked_at, now()) where ${of}`,
    // That they were sent stays known: what an unverified organization may invite is counted by them.
    sql`update user_tokens set email = '', used_at = coalesce(used_at, now()) where ${of}`,
    sql`delete from mfa_challenges where ${of}`,
    sql`delete from stream_tickets where ${of}`,
    sql`delete from recovery_codes where ${of}`,
    sql`delete from mfa_methods where ${of}`,
    sql`delete from mails where org_id = ${caller.org_id} and (user_id = ${user.id} or to_address = ${user.email})`,
    // What they uploaded nobody else could see, but for pictures of other users.
    sql`update files f set name = 'erased', deleted_at = coalesce(f.deleted_at, now()), purge_at = now()
      where f.org_id = ${caller.org_id} and (f.id = ${user.avatar_file_id}::int or f.created_by = ${user.id})
        and not exists (select from users u where u.org_id = f.org_id and u.avatar_file_id = f.id and u.id <> ${user.id})`,
    // Kept answers of the last day; those about a user hold the address.
    sql`delete from idempotency_keys where org_id = ${caller.org_id} and position(${user.email} in lower(answer)) > 0`,
    sql`delete from audit_personal where org_id = ${caller.org_id} and subject_user_id = ${user.id}`,
    // What was written of the person's employee before it had a user names nobody.
    sql`delete from audit_personal p using audit_log a, employees e
      where p.org_id = ${caller.org_id} and p.subject_user_id is null and a.org_id = p.org_id and a.id = p.audit_id
        and a.resource = 'employee' and e.org_id = a.org_id and e.id = a.record_id and e.user_id = ${user.id}`,
  ];
  for (const statement of statements) await tx.executeUnrecorded(statement);
}
