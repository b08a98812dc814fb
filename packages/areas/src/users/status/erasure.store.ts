import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Recording, type Transaction, updateRows } from '@wfp/shared/db';
import { type UserRow, userColumns, userStatusValue, usersTable } from '../../accounts/index.ts';

const { sql } = Prisma;

export const erasureRecording: Recording = {
  event: 'user.erased',
  action: 'erase',
  also: [{ type: 'user.post_archive', when: sql`c._before -> 'deleted_at' = 'null'` }],
};

/** Replaces the personal data of a user: the id remains for references, the name is a placeholder. */
export function eraseUserRow(caller: Caller, id: number): Change<UserRow> {
  const values = {
    email: `erased-${id}@invalid`,
    first_name: 'Erased',
    last_name: 'user',
    follow_employee_name: false,
    display_name: null,
    avatar_file_id: null,
    locale: 'en',
    time_zone: 'UTC',
    status: userStatusValue('deactivated'),
    password_hash: null,
    password_changed_at: null,
    email_verified_at: null,
    last_login_at: null,
    suspension_reason: null,
    erased_at: sql`now()`,
    deleted_at: sql`coalesce(deleted_at, now())`,
  };
  return {
    table: usersTable,
    statement: updateRows(caller, usersTable, values, sql`id = ${id} and erased_at is null`),
    select: userColumns(caller, 'c'),
  };
}

/** Deletes a user's profile, and stored responses of idempotent requests that contain the email address. */
export async function eraseProfile(
  tx: Transaction,
  caller: Caller,
  user: { id: number; email: string },
): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from user_profiles where org_id = ${caller.org_id} and user_id = ${user.id}`,
  );
  await tx.executeUnrecorded(
    sql`delete from idempotency_keys where org_id = ${caller.org_id} and position(${user.email} in lower(answer)) > 0`,
  );
}
