import { type Caller, mayBeMailed, type Platform, type SessionStage } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  containsPattern,
  insertInto,
  orderBy,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type SortKey,
  type Transaction,
  updateRows,
} from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { usersAs } from '../../accounts/index.ts';
import type { ListSessions, sessionSorts } from '../auth.contract.ts';
import type { SuspensionState } from '../credentials/suspension.ts';
import {
  isOrganizationOpen,
  isOrganizationSuspended,
  joinSecuritySettings,
  organizationOfUser,
} from '../sign-in/organizations.store.ts';
import { hasSecondFactor, isPrivilegedUser } from '../sign-in/second-factor.store.ts';

const { sql, empty } = Prisma;

/** Sessions. Their events belong to the user, and are part of the user's history. */
export const sessionsTable = recordedTable({
  name: 'sessions',
  aggregate: 'user',
  aggregate_id: 'user_id',
  resource: 'session',
  columns: Prisma.SessionScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
  // The values contain the address of a sign-in, which erasure deletes. The columns `ip` and `user_agent` of audit
  // entries remain.
  personal: sql`c.user_id`,
});

export interface SignInUser extends SuspensionState {
  org_id: number;
  org_name: string;
  user_id: number;
  email: string;
  name: string;
  password_hash: string | null;
  may_sign_in: boolean;
  has_second_factor: boolean;
  may_be_mailed: boolean;
  /** True for users with a grant of owner, admin or hr, even one that starts later. */
  is_privileged: boolean;
  created_at: Date;
  password_changed_at: Date | null;
  policy: SignInPolicy | null;
}

/** The organization's security settings for signing in; missing ones have their default. */
export interface SignInPolicy {
  allowed_networks?: string[];
  session_hours?: number | null;
  require_mfa?: 'none' | 'privileged' | 'all';
  mfa_grace_days?: number;
  /** The time from which a second factor is required. */
  mfa_required_since?: string;
  password_max_age_days?: number | null;
}

export const signInColumns = sql`u.org_id, o.name as org_name, u.id as user_id, u.email, u.first_name || ' ' || u.last_name as name,
  u.password_hash, (u.status = 'active' and ${isOrganizationOpen} and not u.is_service) as may_sign_in,
  (u.status = 'suspended') as is_suspended, (u.status = 'active' and ${isOrganizationSuspended}) as is_organization_suspended,
  u.created_at, u.password_changed_at, security.values as policy,
  ${mayBeMailed} as may_be_mailed,
  ${hasSecondFactor} as has_second_factor, ${isPrivilegedUser} as is_privileged`;

export async function findUserForLogin(
  platform: Platform,
  org_slug: string,
  email: string,
): Promise<SignInUser | undefined> {
  const [row] = await readCrossTenant<SignInUser>(
    platform,
    sql`select ${signInColumns} from ${usersAs('u')} join ${organizationOfUser}
      ${joinSecuritySettings} where u.deleted_at is null and o.slug = ${org_slug} and u.email = ${email}`,
  );
  return row;
}

export async function findUserForSession(
  platform: Platform,
  org_id: number,
  user_id: number,
): Promise<SignInUser | undefined> {
  const [row] = await readCrossTenant<SignInUser>(
    platform,
    sql`select ${signInColumns} from ${usersAs('u')} join ${organizationOfUser}
      ${joinSecuritySettings} where u.deleted_at is null and u.org_id = ${org_id} and u.id = ${user_id}`,
  );
  return row;
}

export interface NewSession {
  stage: SessionStage;
  /** True if a second factor was just verified. */
  with_mfa: boolean;
  /** Maximum lifetime; null for no limit while the session is refreshed. */
  hours: number | null;
  /** Hash of the verified password: no session starts if the password was changed since. Null for another proof. */
  password_hash: string | null;
}

export function insertSession(
  caller: Caller,
  { stage, with_mfa, hours }: NewSession,
): Change<{ id: number }> {
  const { ip, user_agent } = caller.origin;
  return {
    table: sessionsTable,
    statement: insertInto(caller, sessionsTable, {
      user_id: caller.user_id,
      ip,
      user_agent,
      stage: sql`${stage}::session_stage`,
      mfa_at: with_mfa ? sql`now()` : undefined,
      expires_at: hours === null ? undefined : sql`now() + ${hours}::float8 * interval '1 hour'`,
    }),
  };
}

/** Records a refresh, and sets the stage that the current security settings require. */
export function touchSession(
  caller: Caller,
  session_id: number,
  stage: SessionStage,
): Change<{ id: number }> {
  return {
    table: sessionsTable,
    statement: updateRows(
      caller,
      sessionsTable,
      { refreshed_at: sql`now()`, stage: sql`${stage}::session_stage` },
      sql`id = ${session_id} and ended_at is null`,
    ),
  };
}

export function endSession(caller: Caller, session_id: number, reason: string): Change<{ id: number }> {
  return endSessions(caller, sql`id = ${session_id}`, reason);
}

export function endUserSessions(
  caller: Caller,
  user_id: number,
  reason: string,
  except: number | null = null,
): Change<{ id: number }> {
  return endSessions(caller, sql`user_id = ${user_id} and id is distinct from ${except}::int`, reason);
}

function endSessions(caller: Caller, which: Prisma.Sql, reason: string): Change<{ id: number }> {
  return {
    table: sessionsTable,
    statement: updateRows(
      caller,
      sessionsTable,
      { ended_at: sql`now()`, end_reason: reason },
      sql`${which} and ended_at is null`,
    ),
  };
}

export interface SessionRow {
  id: number;
  is_current: boolean;
}

const sessionSortKeys: Record<Exclude<(typeof sessionSorts)[number], 'is_current'>, SortKey> = {
  created_at: sql`s.created_at`,
  refreshed_at: { nullable: sql`s.refreshed_at` },
  expires_at: { nullable: sql`s.expires_at` },
};

const isLive = sql`s.ended_at is null and (s.expires_at is null or s.expires_at > now())`;

export async function findSessions(caller: Caller, query: ListSessions): Promise<ListPage<SessionRow>> {
  const current = caller.credential.kind === 'session' ? caller.credential.id : null;
  const isCurrent = sql`coalesce(s.id = ${current}::int, false)`;
  const pattern = query.q && containsPattern(query.q);
  return readPage<SessionRow>(caller, query, {
    columns: sql`s.id, s.created_at, s.refreshed_at, s.expires_at, s.mfa_at, s.ip, s.user_agent,
      ${isCurrent} as is_current`,
    from: sql`sessions s`,
    where: sql`s.org_id = ${caller.org_id} and s.user_id = ${caller.user_id} and ${isLive}
      ${pattern ? sql`and (s.ip ilike ${pattern} or s.user_agent ilike ${pattern})` : empty}`,
    orderBy: orderBy(query.sort, { ...sessionSortKeys, is_current: isCurrent }, sql`s.id`),
  });
}

export async function isOwnSession(caller: Caller, session_id: number): Promise<boolean> {
  const row = await readOne(
    caller,
    sql`select s.id from sessions s
      where s.org_id = ${caller.org_id} and s.id = ${session_id} and s.user_id = ${caller.user_id} and ${isLive}`,
  );
  return row !== undefined;
}

/** Shortens live sessions to a maximum lifetime. A longer maximum, or none, applies only to new sessions. */
export async function limitSessions(tx: Transaction, caller: Caller, hours: number | null): Promise<void> {
  if (hours === null) return;
  await tx.executeUnrecorded(
    sql`update sessions set expires_at = created_at + ${hours}::float8 * interval '1 hour'
      where org_id = ${caller.org_id} and ended_at is null
        and (expires_at is null or expires_at > created_at + ${hours}::float8 * interval '1 hour')`,
  );
}

export async function findSessionStart(
  tx: Transaction,
  caller: Caller,
  session_id: number,
): Promise<Date | undefined> {
  const [row] = await tx.rows<{ created_at: Date }>(
    sql`select created_at from sessions where org_id = ${caller.org_id} and id = ${session_id}`,
  );
  return row?.created_at;
}
