import type { Caller, Platform } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { liveUserOf } from '../../accounts/index.ts';
import { joinSecuritySettings, organizationOfUser } from '../sign-in/organizations.store.ts';
import { type SignInUser, signInColumns } from './sessions.store.ts';

const { sql } = Prisma;

export interface StoredRefreshToken extends SignInUser {
  token_id: number;
  /** True if it was issued for the session cookie of a browser. */
  in_cookie: boolean;
  predecessor_id: number | null;
  session_id: number;
  session_ended: boolean;
  used_at: Date | null;
  /** True if it was used less than ten seconds ago, as in a race between two browser tabs. */
  used_just_now: boolean;
}

export async function findRefreshToken(
  platform: Platform,
  hash: Buffer,
): Promise<StoredRefreshToken | undefined> {
  const [row] = await readCrossTenant<StoredRefreshToken>(
    platform,
    sql`select ${signInColumns}, t.id as token_id, t.in_cookie, t.predecessor_id, s.id as session_id,
        s.ended_at is not null or coalesce(s.expires_at <= now(), false) as session_ended,
        t.used_at, coalesce(t.used_at > now() - interval '10 seconds', false) as used_just_now
      from refresh_tokens t join sessions s on s.org_id = t.org_id and s.id = t.session_id
      join ${liveUserOf('u', 's')}
      join ${organizationOfUser} ${joinSecuritySettings} where t.token_hash = ${hash}`,
  );
  return row;
}

const expiry = ({ platform }: Caller) =>
  sql`now() + ${platform.config.REFRESH_TOKEN_TTL} * interval '1 second'`;

export async function insertRefreshToken(
  tx: Transaction,
  caller: Caller,
  session_id: number,
  hash: Buffer,
): Promise<void> {
  await tx.executeUnrecorded(
    sql`insert into refresh_tokens (org_id, session_id, token_hash, expires_at)
      values (${caller.org_id}, ${session_id}, ${hash}, ${expiry(caller)})`,
  );
}

/** Inserts a token for a cookie, as a successor of the token that was exchanged for it. */
export async function insertCookieToken(
  tx: Transaction,
  caller: Caller,
  { session_id, token_id }: Pick<StoredRefreshToken, 'session_id' | 'token_id'>,
  hash: Buffer,
): Promise<void> {
  await tx.executeUnrecorded(
    sql`with made as (
        insert into refresh_tokens (org_id, session_id, token_hash, expires_at, in_cookie, predecessor_id)
        values (${caller.org_id}, ${session_id}, ${hash}, ${expiry(caller)}, true, ${token_id}) returning id)
      update refresh_tokens t set successor_ids = t.successor_ids || made.id from made
        where t.org_id = ${caller.org_id} and t.id = ${token_id}`,
  );
}

/** Consumes a token. Exactly one of several concurrent calls returns true, because of the row lock. */
export async function consumeRefreshToken(
  tx: Transaction,
  caller: Caller,
  token_id: number,
): Promise<boolean> {
  const used = await tx.executeUnrecorded(
    sql`update refresh_tokens set used_at = now()
      where org_id = ${caller.org_id} and id = ${token_id} and used_at is null and expires_at > now()`,
  );
  return used === 1;
}

/** The state by which a token may be exchanged for one in a cookie. */
export interface TokenState {
  is_unused: boolean;
  used_just_now: boolean;
  /** True for a minute after the first use, while no successor was used: the response may have been lost. */
  is_unanswered: boolean;
  successors: number;
}

/**
 * Reads the state of a token, and locks it and its predecessor until the end of the transaction: the successors of a token
 * are used one at a time.
 */
export async function lockToken(
  tx: Transaction,
  { org_id }: Caller,
  { token_id, predecessor_id }: Pick<StoredRefreshToken, 'token_id' | 'predecessor_id'>,
): Promise<TokenState | undefined> {
  // The older token first, as by every other exchange.
  await tx.rows(sql`select id from refresh_tokens
    where org_id = ${org_id} and id in (${token_id}, ${predecessor_id}::int) order by id for update`);
  const [state] =
    await tx.rows<TokenState>(sql`select t.used_at is null and t.expires_at > now() as is_unused,
      coalesce(t.used_at > now() - interval '10 seconds', t.used_at is null) as used_just_now,
      cardinality(t.successor_ids) as successors,
      coalesce(t.used_at > now() - interval '60 seconds', false) and t.successor_ids <> '{}' and not exists (
        select from refresh_tokens n
          where n.org_id = t.org_id and n.id = any(t.successor_ids) and n.used_at is not null) as is_unanswered
    from refresh_tokens t where t.org_id = ${org_id} and t.id = ${token_id}`);
  return state;
}

/** Consumes a token and, if its predecessor has another successor, that one too: one of them was lost. */
export async function consumeWithSibling(
  tx: Transaction,
  { org_id }: Caller,
  { token_id, predecessor_id }: Pick<StoredRefreshToken, 'token_id' | 'predecessor_id'>,
): Promise<void> {
  await tx.executeUnrecorded(sql`update refresh_tokens set used_at = now()
    where org_id = ${org_id} and used_at is null and (id = ${token_id} or id = any((
      select p.successor_ids from refresh_tokens p where p.org_id = ${org_id} and p.id = ${predecessor_id}::int)::int[]))`);
}
