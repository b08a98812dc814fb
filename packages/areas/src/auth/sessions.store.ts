import type { Caller, Platform } from '@wfp/shared';
import { type Change, insertInto, Prisma, recordedTable, type Steps, updateRows } from '@wfp/shared/db';
import { readUnscoped } from '@wfp/shared/unscoped';

const { sql } = Prisma;

/** Sign-ins. Their events are about the user, so a person's history shows them. */
export const sessionsTable = recordedTable({
  name: 'sessions',
  aggregate: 'user',
  aggregate_id: 'user_id',
  resource: 'session',
  columns: Prisma.SessionScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
});

/** Who signs in, as the login needs it. */
export interface SigningIn {
  org_id: number;
  org_name: string;
  user_id: number;
  email: string;
  name: string;
  password_hash: string | null;
  may_sign_in: boolean;
}

const signingIn = sql`u.org_id, o.name as org_name, u.id as user_id, u.email, u.first_name || ' ' || u.last_name as name,
  u.password_hash, (u.status = 'active' and o.status in ('unverified', 'active', 'closing')) as may_sign_in`;

export async function findForLogin(
  platform: Platform,
  org_slug: string,
  email: string,
): Promise<SigningIn | undefined> {
  const [row] = await readUnscoped<SigningIn>(
    platform,
    sql`select ${signingIn} from organizations o join users u on u.org_id = o.id and u.deleted_at is null
      where o.slug = ${org_slug} and u.email = ${email}`,
  );
  return row;
}

/** A refresh token as it is stored, with its session and user. */
export interface StoredRefreshToken extends SigningIn {
  token_id: number;
  session_id: number;
  session_ended: boolean;
  expired: boolean;
  used_at: Date | null;
  /** Used so shortly before that two tabs racing explain it. */
  used_just_now: boolean;
}

export async function findRefreshToken(
  platform: Platform,
  hash: Buffer,
): Promise<StoredRefreshToken | undefined> {
  const [row] = await readUnscoped<StoredRefreshToken>(
    platform,
    sql`select ${signingIn}, t.id as token_id, s.id as session_id, s.ended_at is not null as session_ended,
        t.expires_at <= now() as expired, t.used_at, coalesce(t.used_at > now() - interval '10 seconds', false) as used_just_now
      from refresh_tokens t join sessions s on s.org_id = t.org_id and s.id = t.session_id
      join users u on u.org_id = s.org_id and u.id = s.user_id and u.deleted_at is null
      join organizations o on o.id = u.org_id where t.token_hash = ${hash}`,
  );
  return row;
}

export function insertSession(caller: Caller): Change<{ id: number }> {
  const { ip, user_agent } = caller.origin;
  return {
    table: sessionsTable,
    statement: insertInto(caller, sessionsTable, { user_id: caller.user_id, ip, user_agent }),
  };
}

export function touchSession(caller: Caller, session_id: number): Change<{ id: number }> {
  return {
    table: sessionsTable,
    statement: updateRows(
      caller,
      sessionsTable,
      { refreshed_at: sql`now()` },
      sql`id = ${session_id} and ended_at is null`,
    ),
  };
}

export function endSession(caller: Caller, session_id: number, reason: string): Change<{ id: number }> {
  return {
    table: sessionsTable,
    statement: updateRows(
      caller,
      sessionsTable,
      { ended_at: sql`now()`, end_reason: reason },
      sql`id = ${session_id} and ended_at is null`,
    ),
  };
}

/** Adds a refresh token to a session's family. */
export async function insertRefreshToken(
  tx: Steps,
  caller: Caller,
  session_id: number,
  hash: Buffer,
): Promise<void> {
  await tx.adjust(
    sql`insert into refresh_tokens (org_id, session_id, token_hash, expires_at)
      values (${caller.org_id}, ${session_id}, ${hash}, now() + ${caller.platform.config.REFRESH_TOKEN_TTL} * interval '1 second')`,
  );
}

/** Uses a token up. Of many at once exactly one gets true: the row's lock decides. */
export async function useRefreshToken(tx: Steps, caller: Caller, token_id: number): Promise<boolean> {
  const used = await tx.adjust(
    sql`update refresh_tokens set used_at = now()
      where org_id = ${caller.org_id} and id = ${token_id} and used_at is null and expires_at > now()`,
  );
  return used === 1;
}

export async function noteLogin(tx: Steps, caller: Caller): Promise<void> {
  await tx.adjust(
    sql`update users set last_login_at = now() where org_id = ${caller.org_id} and id = ${caller.user_id}`,
  );
}
