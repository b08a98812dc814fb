import type { Caller, Platform } from '@wfp/shared';
import {
  type Change,
  insertInto,
  Prisma,
  readOne,
  readRows,
  recordedTable,
  type Transaction,
  updateRows,
} from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { usersAs } from '../accounts/index.ts';
import { sessionsTable } from '../auth/index.ts';
import { organizationOf } from '../organizations/index.ts';
import type { EncryptedMethod } from './codes/guesses.store.ts';

const { sql, join } = Prisma;

const ofUser = {
  aggregate: 'user',
  aggregate_id: 'user_id',
  subject: { users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
};

/** Second factors. Their events belong to the user, like those of sessions. */
export const methodsTable = recordedTable({
  ...ofUser,
  name: 'mfa_methods',
  resource: 'mfa_method',
  columns: Prisma.MfaMethodScalarFieldEnum,
});

const recoveryCodesTable = recordedTable({
  ...ofUser,
  name: 'recovery_codes',
  resource: 'recovery_code',
  columns: Prisma.RecoveryCodeScalarFieldEnum,
});

export interface MethodRow {
  id: number;
  label: string;
  confirmed_at: Date;
  last_used_at: Date | null;
}

const isConfirmed = sql`m.confirmed_at is not null and m.deleted_at is null`;

export async function findMethods(caller: Caller, user_id: number): Promise<MethodRow[]> {
  return readRows<MethodRow>(
    caller,
    sql`select m.id, m.kind, m.label, m.confirmed_at, m.last_used_at from mfa_methods m
      where m.org_id = ${caller.org_id} and m.user_id = ${user_id} and ${isConfirmed} order by m.id`,
  );
}

export async function hasMethod(caller: Caller, user_id: number): Promise<boolean> {
  const row = await readOne(
    caller,
    sql`select m.id from mfa_methods m where m.org_id = ${caller.org_id} and m.user_id = ${user_id} and ${isConfirmed} limit 1`,
  );
  return row !== undefined;
}

export async function countRecoveryCodes(caller: Caller, user_id: number): Promise<number> {
  const row = await readOne<{ count: number }>(
    caller,
    sql`select count(*)::int as count from recovery_codes
      where org_id = ${caller.org_id} and user_id = ${user_id} and used_at is null`,
  );
  return row?.count ?? 0;
}

export async function countMethods(tx: Transaction, caller: Caller, user_id: number): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from mfa_methods m
      where m.org_id = ${caller.org_id} and m.user_id = ${user_id} and ${isConfirmed}`,
  );
  return row?.count ?? 0;
}

/** Locks and returns an unconfirmed enrolment of the caller. It expires after 10 minutes. */
export async function lockEnrolment(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<EncryptedMethod | undefined> {
  const [row] = await tx.rows<EncryptedMethod>(
    sql`select m.id, m.secret_enc from mfa_methods m
      where m.org_id = ${caller.org_id} and m.id = ${id} and m.user_id = ${caller.user_id}
        and m.confirmed_at is null and m.deleted_at is null and m.created_at > now() - interval '10 minutes'
      for update`,
  );
  return row;
}

export function insertMethod(caller: Caller, label: string, secret_enc: Uint8Array): Change<{ id: number }> {
  const values = { user_id: caller.user_id, label, secret_enc };
  return { table: methodsTable, statement: insertInto(caller, methodsTable, values) };
}

/** Confirms an enrolment that {@link lockEnrolment} has locked. */
export function confirmMethod(caller: Caller, id: number, step: number): Change<{ id: number }> {
  return changeMethods(
    caller,
    { confirmed_at: sql`now()`, last_step: step, last_used_at: sql`now()` },
    sql`id = ${id}`,
  );
}

export function archiveMethods(caller: Caller, user_id: number, id: number | null): Change<{ id: number }> {
  return changeMethods(
    caller,
    { deleted_at: sql`now()` },
    sql`user_id = ${user_id} and confirmed_at is not null and deleted_at is null and id = coalesce(${id}::int, id)`,
  );
}

function changeMethods(caller: Caller, values: object, where: Prisma.Sql): Change<{ id: number }> {
  return { table: methodsTable, statement: updateRows(caller, methodsTable, { ...values }, where) };
}

/**
 * Consumes a code: its time step and all earlier ones are rejected from now on, and the guesses of the method are
 * reset. At most one of several concurrent calls with the same step returns true.
 */
export async function consumeStep(
  tx: Transaction,
  caller: Caller,
  method_id: number,
  step: number,
): Promise<boolean> {
  const used = await tx.executeUnrecorded(
    sql`update mfa_methods set last_step = ${step}::int, last_used_at = now(), guesses = 0
      where org_id = ${caller.org_id} and id = ${method_id} and confirmed_at is not null and deleted_at is null
        and (last_step is null or last_step < ${step}::int)`,
  );
  return used === 1;
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from recovery_codes where org_id = ${caller.org_id} and user_id = ${user_id}`,
  );
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => sql`(${caller.org_id}, ${user_id}, ${hash})`);
  await tx.executeUnrecorded(
    sql`insert into recovery_codes (org_id, user_id, code_hash) values ${join(rows)}`,
  );
}

export function markRecoveryCodeUsed(
  caller: Caller,
  user_id: number,
  hashes: readonly Buffer[],
): Change<{ id: number }> {
  const where = sql`user_id = ${user_id} and code_hash = any(${[...hashes]}::bytea[]) and used_at is null`;
  return {
    table: recoveryCodesTable,
    statement: updateRows(caller, recoveryCodesTable, { used_at: sql`now()` }, where),
  };
}

/** Records that a session verified a second factor, which also ends its `mfa_setup` stage. */
export function markSessionProven(caller: Caller, session_id: number): Change<{ mfa_at: Date }> {
  return {
    table: sessionsTable,
    statement: updateRows(
      caller,
      sessionsTable,
      { mfa_at: sql`now()`, stage: sql`'full'::session_stage` },
      sql`id = ${session_id} and ended_at is null`,
    ),
  };
}

export interface Recipient {
  id: number;
  email: string;
  org_name: string;
}

export async function findRecipient(caller: Caller, user_id: number): Promise<Recipient | undefined> {
  return readOne<Recipient>(
    caller,
    sql`select u.id, u.email, o.name as org_name from ${usersAs('u')} join ${organizationOf('o', 'u')}
      where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.deleted_at is null`,
  );
}

/** Deletes the second factors of a user, in the transaction that erases the user. */
export async function eraseFactors(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const of = sql`org_id = ${caller.org_id} and user_id = ${user_id}`;
  await tx.executeUnrecorded(sql`delete from recovery_codes where ${of}`);
  await tx.executeUnrecorded(sql`delete from mfa_methods where ${of}`);
}

/** Returns the number of unused recovery codes of the installation. Their hashes are keyed and cannot be re-keyed. */
export async function countAllRecoveryCodes(platform: Platform): Promise<number> {
  const [row] = await readCrossTenant<{ count: number }>(
    platform,
    sql`select count(*)::float8 as count from recovery_codes where used_at is null`,
  );
  return row?.count ?? 0;
}
