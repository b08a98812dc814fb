import { randomBytes } from 'node:crypto';
import { AppError, type Caller, hashToken, type Platform } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { liveUserOf, serializeByUser } from '../../accounts/index.ts';
import { isOrganizationOpen, organizationOfUser } from '../sign-in/organizations.store.ts';

const { sql } = Prisma;

export type UserTokenPurpose = 'verify_email' | 'change_email' | 'reset_password' | 'invitation';

export interface NewUserToken {
  user_id: number;
  purpose: UserTokenPurpose;
  /** The address to which the token is sent. Using the token verifies this address. */
  email: string;
  ttlSeconds: number;
}

/** Each token is mailed to an address that a caller may have chosen. Password resets have a limit of their own. */
const maxTokensPerHour = 5;

/**
 * Creates a single-use token of 256 random bits and returns it; only its SHA-256 is stored. Invalidates earlier
 * tokens of the user with the same purpose.
 *
 * @throws AppError `rate_limited` if the user was issued too many in the last hour, unless the token resets a password
 */
export async function issueUserToken(tx: Transaction, caller: Caller, token: NewUserToken): Promise<string> {
  const { user_id, purpose, email, ttlSeconds } = token;
  const raw = randomBytes(32).toString('base64url');
  // Serialized, so that the second of two concurrent requests invalidates the first token.
  await serializeByUser(tx, caller, user_id);
  await invalidateUserTokens(tx, caller, user_id, purpose);
  const inserted = await tx.executeUnrecorded(
    sql`insert into user_tokens (org_id, user_id, purpose, token_hash, email, expires_at)
      select ${caller.org_id}::int, ${user_id}::int, ${purpose}::user_token_purpose, ${hashToken(raw)}::bytea, ${email}::text,
        now() + ${ttlSeconds}::int * interval '1 second'
      where ${purpose} = 'reset_password' or (select count(*) from user_tokens t
        where t.org_id = ${caller.org_id}::int and t.user_id = ${user_id}::int
          and t.purpose = ${purpose}::user_token_purpose and t.created_at > now() - interval '1 hour') < ${maxTokensPerHour}::int`,
  );
  if (inserted === 0) {
    const message = `At most ${maxTokensPerHour} mails of this kind are sent to a user in an hour; try again later`;
    throw new AppError('rate_limited', message, { headers: { 'Retry-After': '3600' } });
  }
  return raw;
}

/** For requests whose response must not reveal that an account exists. */
export function ignoreTooManyTokens(error: unknown): void {
  if (!(error instanceof AppError && error.kind === 'rate_limited')) throw error;
}

export async function invalidateUserTokens(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  purpose: UserTokenPurpose,
): Promise<void> {
  await tx.executeUnrecorded(
    sql`update user_tokens set used_at = now() where org_id = ${caller.org_id} and user_id = ${user_id}
      and purpose = ${purpose}::user_token_purpose and used_at is null`,
  );
}

export interface UserToken {
  org_id: number;
  org_name: string;
  token_id: number;
  user_id: number;
  name: string;
  /** The address the token was sent to; may differ from `user_email`. */
  email: string;
  user_email: string;
  user_status: 'invited' | 'active' | 'suspended' | 'deactivated';
}

/** Returns a valid token; undefined for any other. */
export async function findUserToken(
  platform: Platform,
  purpose: UserTokenPurpose,
  raw: string,
): Promise<UserToken | undefined> {
  const [row] = await readCrossTenant<UserToken>(
    platform,
    sql`select t.org_id, o.name as org_name, t.id as token_id, t.user_id, u.first_name || ' ' || u.last_name as name,
        t.email, u.email as user_email, u.status as user_status
      from user_tokens t join ${liveUserOf('u', 't')}
      join ${organizationOfUser} and ${isOrganizationOpen}
      where t.token_hash = ${hashToken(raw)} and t.purpose = ${purpose}::user_token_purpose
        and t.used_at is null and t.expires_at > now()`,
  );
  return row;
}

/** Consumes a token. Exactly one of several concurrent calls returns true, because of the row lock. */
export async function consumeUserToken(tx: Transaction, caller: Caller, token_id: number): Promise<boolean> {
  const used = await tx.executeUnrecorded(
    sql`update user_tokens set used_at = now()
      where org_id = ${caller.org_id} and id = ${token_id} and used_at is null and expires_at > now()`,
  );
  return used === 1;
}

/** Invalidates every token that was sent to a user, so that access to an old mailbox gives no access to the account. */
export async function invalidateAllUserTokens(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<void> {
  await tx.executeUnrecorded(sql`update user_tokens set used_at = now()
    where org_id = ${caller.org_id} and user_id = ${user_id} and used_at is null`);
}

/** Counts the tokens issued to a user in the last hour, and whether one of them can still be used. */
export async function findRecentTokens(
  tx: Transaction,
  caller: Caller,
  { user_id, purpose }: Pick<NewUserToken, 'user_id' | 'purpose'>,
): Promise<{ count: number; has_valid: boolean }> {
  const [issued] = await tx.rows<{ count: number; has_valid: boolean }>(
    sql`select count(*)::int as count, coalesce(bool_or(t.used_at is null and t.expires_at > now()), false) as has_valid
      from user_tokens t where t.org_id = ${caller.org_id} and t.user_id = ${user_id}
        and t.purpose = ${purpose}::user_token_purpose and t.created_at > now() - interval '1 hour'`,
  );
  return issued ?? { count: 0, has_valid: false };
}

export async function countInvitations(tx: Transaction, caller: Caller): Promise<number> {
  const [sent] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from user_tokens t where t.org_id = ${caller.org_id} and t.purpose = 'invitation'`,
  );
  return sent?.count ?? 0;
}
