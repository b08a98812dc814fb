import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Recording, readOne, type Transaction, updateRows } from '@wfp/shared/db';
import { lockUserAgainstSignIns, usersAs, usersTable } from '../../accounts/index.ts';
import { organizationOfUser } from '../sign-in/organizations.store.ts';

const { sql } = Prisma;

interface PasswordHolder {
  password_hash: string | null;
  email: string;
  org_name: string;
}

export async function findPasswordHolder(caller: Caller, user_id: number): Promise<PasswordHolder> {
  const row = await readOne<PasswordHolder>(
    caller,
    sql`select u.password_hash, u.email, o.name as org_name from ${usersAs('u')} join ${organizationOfUser}
      where u.org_id = ${caller.org_id} and u.id = ${user_id}`,
  );
  if (!row) throw new Error('Invariant: the caller does not exist');
  return row;
}

/** The time at which the address was verified: now, if it is `email` and was not verified before. */
const verifiedAt = (email: string | null) =>
  sql`case when email = ${email} then coalesce(email_verified_at, now()) else email_verified_at end`;

interface PasswordChange {
  password_hash: string;
  /** The address to which the token was sent; marked as verified if it is still the user's. */
  verifies?: string | null;
  /** The hash of the verified current password: no row changes if another request has replaced it since. */
  replaces?: string | null;
}

/** Sets a user's password. Returns false if the user is deleted, or if `replaces` is not the current hash. */
export async function setPassword(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  { password_hash, verifies = null, replaces = null }: PasswordChange,
  recording: Recording,
): Promise<boolean> {
  await lockUserAgainstSignIns(tx, caller, user_id);
  const values = {
    password_hash,
    // Not now(), the start of the transaction: a challenge that was created with the old password before this row was
    // locked must not appear newer than the change.
    password_changed_at: sql`clock_timestamp()`,
    email_verified_at: verifiedAt(verifies),
  };
  const isCurrent = sql`(${replaces}::text is null or password_hash = ${replaces}::text)`;
  const changed = await tx.write(changeUser(caller, user_id, values, isCurrent), recording);
  return changed.length > 0;
}

/** Marks an address as verified if it is the user's current one. */
export function recordVerifiedEmail(caller: Caller, user_id: number, email: string): Change<{ id: number }> {
  return changeUser(caller, user_id, { email_verified_at: verifiedAt(email) });
}

export function activateUser(
  caller: Caller,
  user_id: number,
  fields: { password_hash: string; first_name?: string | undefined; last_name?: string | undefined },
): Change<{ id: number }> {
  return changeUser(
    caller,
    user_id,
    {
      ...fields,
      status: sql`'active'::user_status`,
      password_changed_at: sql`now()`,
      email_verified_at: sql`now()`,
    },
    sql`status = 'invited'`,
  );
}

function changeUser(
  caller: Caller,
  user_id: number,
  values: Record<string, unknown>,
  condition = sql`true`,
): Change<{ id: number }> {
  const where = sql`id = ${user_id} and deleted_at is null and ${condition}`;
  return { table: usersTable, statement: updateRows(caller, usersTable, values, where) };
}
