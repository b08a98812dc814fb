import { randomBytes } from 'node:crypto';
import {
  type Call,
  type Caller,
  forbidden,
  hashToken,
  invalidField,
  notFound,
  type Proposal,
  type Right,
  requireSession,
} from '@wfp/shared';
import { type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { lockAccess } from '../access/index.ts';
import { isServiceUser, lockActiveUser, serializeByUser } from '../accounts/index.ts';
import { apiKeyPrefix } from '../auth/index.ts';
import { requireRecentMfa } from '../mfa/index.ts';
import { readSettings } from '../organizations/index.ts';
import type { CreateApiKey, RotateApiKey } from './api-keys.contract.ts';
import { callerAsKeyUser, rejectUnheldPermissions, requireServiceUser } from './api-keys.policy.ts';
import { apiKeys } from './api-keys.resource.ts';
import {
  countLiveKeys,
  endApiKeyAt,
  hasSuccessor,
  insertApiKey,
  lockLiveKey,
  type NewKey,
  revokeApiKeyRow,
  revokeKeyRowsOf,
} from './api-keys.store.ts';
import { computeExpiry, computeSuccessorExpiry, listElapsedNotices } from './expiry/key-lifetime.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Creates a key with the rights of its user. Only this response contains the key; the service stores its hash. */
export async function createApiKey({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateApiKey>, 'caller' | 'body'>) {
  requireSession(caller, 'create API keys');
  await requireRecentMfa(caller);
  const { name, description = '', permissions = [], allowed_cidrs = [], expires_at = null } = body;
  const now = caller.platform.clock.now();
  const { key_lifetime_days } = await readSettings(caller, 'security');
  const end = computeExpiry(expires_at ? new Date(expires_at) : null, key_lifetime_days, now);
  const limits = { permissions, expires_at: end };
  return writeInTransaction(caller, async (tx) => {
    const user =
      body.user_id === undefined || body.user_id === caller.user_id
        ? callerAsKeyUser(caller)
        : await requireServiceUser(tx, caller, body.user_id, limits);
    rejectUnheldPermissions(caller, user, permissions);
    const { user_id } = user;
    const expiry_notices = listElapsedNotices(end, now);
    return insertNewKey(tx, caller, { name, description, allowed_cidrs, ...limits, expiry_notices, user_id });
  });
}

/** Each key costs a row for as long as it lives, and a credential that someone has to watch. */
const maxLiveKeys = 50;

async function insertNewKey(tx: Transaction, caller: Caller, key: NewKey) {
  // Concurrent requests would all find a key less than the limit.
  await serializeByUser(tx, caller, key.user_id);
  // A concurrent deactivation revokes the keys that it finds, so none may be added afterwards.
  if (!(await lockActiveUser(tx, caller, key.user_id)))
    throw invalidField('user_id', 'Must be an active user');
  if ((await countLiveKeys(tx, caller, key.user_id, maxLiveKeys)) === maxLiveKeys)
    throw invalidField('user_id', `Has ${maxLiveKeys} API keys already: revoke some that are not needed`);
  const secret = `${apiKeyPrefix}${randomBytes(32).toString('hex')}`;
  const stored = { prefix: secret.slice(0, apiKeyPrefix.length + 8), key_hash: hashToken(secret) };
  const [row] = await tx.write(insertApiKey(caller, key, stored), { event: 'api_key.post_create' });
  if (!row) throw new Error('Invariant: the insert returned no row');
  return { ...row, key: secret };
}

/**
 * Creates a key that replaces another, with the same user, name and restrictions. The old key stays valid during the
 * overlap, so that clients can be switched without an interruption.
 */
export async function rotateApiKey({ caller, params, body }: ById<RotateApiKey>) {
  requireSession(caller, 'rotate API keys');
  await requireRecentMfa(caller);
  const { key_lifetime_days } = await readSettings(caller, 'security');
  return writeInTransaction(caller, async (tx) => {
    // Before the key's row, as a deactivation does, which revokes the keys of the user: otherwise the two could deadlock.
    const by = await lockAccess(tx, caller);
    const old = await lockLiveKey(tx, by, params.id, 'api_key:create');
    if (!old) return throwUnchangeable(by, params.id, 'create');
    const now = caller.platform.clock.now();
    const { name, description, permissions, allowed_cidrs, user_id } = old;
    const expires_at = computeSuccessorExpiry(old, key_lifetime_days, now);
    if (user_id !== caller.user_id) await requireRotatableKey(tx, by, { user_id, permissions, expires_at });
    if (await hasSuccessor(tx, caller, old.id)) throw invalidField('id', 'The key was already rotated');
    const made = await insertNewKey(tx, caller, {
      name,
      description,
      permissions,
      allowed_cidrs,
      user_id,
      expires_at,
      expiry_notices: listElapsedNotices(expires_at, now),
      rotated_from_id: old.id,
    });
    const end = new Date(now.getTime() + body.overlap_hours * 3_600_000);
    await tx.write(endApiKeyAt(caller, old.id, end), { event: 'api_key.post_update', action: 'rotate' });
    return made;
  });
}

/** The change of the new key names the key that it replaces as `rotated_from_id`. */
export async function proposeRotation({ caller, params, body }: ById<RotateApiKey>): Promise<Proposal[]> {
  const old = await apiKeys.find(caller, params.id, 'create');
  return old ? [{ record_id: null, change: { ...body, rotated_from_id: old.id } }] : [];
}

/** A key has the rights of its user, so `api_key:manage` does not permit creating a key for another person. */
async function requireRotatableKey(
  tx: Transaction,
  by: Caller,
  successor: Pick<NewKey, 'user_id' | 'permissions' | 'expires_at'>,
): Promise<void> {
  if (!(await isServiceUser(tx, by, successor.user_id))) {
    throw forbidden('rule', 'Only the key’s user can rotate it; you can revoke it');
  }
  await requireServiceUser(tx, by, successor.user_id, successor);
}

const revocation = { event: 'api_key.post_archive', action: 'revoke' };

/** Revokes the keys of a user who was deactivated, for good: a later reactivation must not make old secrets valid. */
export async function revokeKeysOfUser(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.write(revokeKeyRowsOf(caller, user_id), revocation);
}

/** Revokes a key, with effect on the next request. A second call fails with `not_found`. */
export async function revokeApiKey({
  caller,
  params,
}: Call<{ id: number }, unknown, unknown>): Promise<void> {
  const [row] = await write(caller, revokeApiKeyRow(caller, params.id), revocation);
  if (!row) throw notFound('API key');
}

/** Throws the error for a key that cannot be changed: not visible, not permitted, or revoked or expired. */
async function throwUnchangeable(caller: Caller, id: number, right: Right): Promise<never> {
  await apiKeys.require(caller, id, right);
  throw invalidField('id', 'The key is revoked or expired; create another one');
}
