import { randomBytes } from 'node:crypto';
import {
  AppError,
  type Call,
  type Caller,
  hashToken,
  invalidField,
  notFound,
  type Right,
  requireSession,
} from '@wfp/shared';
import { type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { isServiceUser } from '../accounts/index.ts';
import { apiKeyPrefix } from '../auth/index.ts';
import { requireRecentMfa } from '../mfa/index.ts';
import { settingsOf } from '../organizations/index.ts';
import type { CreateApiKey, RotateApiKey } from './api-keys.contract.ts';
import { refuseUnheld, selfOf, serviceUser } from './api-keys.policy.ts';
import { apiKeys } from './api-keys.resource.ts';
import {
  type ApiKeyRow,
  endApiKeyAt,
  hasSuccessor,
  insertApiKey,
  type KeyToInsert,
  lockLiveKey,
  revokeApiKeyRow,
} from './api-keys.store.ts';
import { endOfKey, endOfSuccessor, noticesPassed } from './life/key-life.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Makes a key that acts as its user. The key is in this answer and nowhere else: only its hash is kept. */
export async function createApiKey({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateApiKey>, 'caller' | 'body'>) {
  requireSession(caller, 'make API keys');
  await requireRecentMfa(caller);
  const { name, description = '', permissions = [], allowed_cidrs = [], expires_at = null } = body;
  const isOwn = body.user_id === undefined || body.user_id === caller.user_id;
  const user = isOwn ? selfOf(caller) : await serviceUser(caller, body.user_id as number, permissions);
  refuseUnheld(caller, user, permissions);
  const now = caller.platform.clock.now();
  const { key_lifetime_days } = await settingsOf(caller, 'security');
  const end = endOfKey(expires_at ? new Date(expires_at) : null, key_lifetime_days, now);
  return writeInTransaction(caller, (tx) =>
    insertNewKey(tx, caller, {
      name,
      description,
      permissions,
      allowed_cidrs,
      expires_at: end,
      expiry_notices: noticesPassed(end, now),
      user_id: user.user_id,
    }),
  );
}

async function insertNewKey(tx: Transaction, caller: Caller, key: KeyToInsert) {
  const secret = `${apiKeyPrefix}${randomBytes(32).toString('hex')}`;
  const kept = { prefix: secret.slice(0, apiKeyPrefix.length + 8), key_hash: hashToken(secret) };
  const [row] = await tx.write(insertApiKey(caller, key, kept), { event: 'api_key.post_create' });
  if (!row) throw new Error('An API key was not written');
  return { ...row, key: secret };
}

/**
 * Makes a key that takes over from another: same user, name and bounds. The old one goes on working for a
 * while, so that nothing stops while the new one is brought to where it is used.
 */
export async function rotateApiKey({ caller, params, body }: ById<RotateApiKey>) {
  requireSession(caller, 'rotate API keys');
  await requireRecentMfa(caller);
  const { key_lifetime_days } = await settingsOf(caller, 'security');
  return writeInTransaction(caller, async (tx) => {
    const old = await lockLiveKey(tx, caller, params.id, 'api_key:create');
    if (!old) return refuse(caller, params.id, 'create');
    await refuseRotatingForOthers(caller, old);
    if (await hasSuccessor(tx, caller, old.id))
      throw invalidField('id', 'Another key has taken over already');
    const now = caller.platform.clock.now();
    const { name, description, permissions, allowed_cidrs, user_id } = old;
    const expires_at = endOfSuccessor(old, key_lifetime_days, now);
    const made = await insertNewKey(tx, caller, {
      name,
      description,
      permissions,
      allowed_cidrs,
      user_id,
      expires_at,
      expiry_notices: noticesPassed(expires_at, now),
      rotated_from_id: old.id,
    });
    const end = new Date(now.getTime() + body.overlap_hours * 3_600_000);
    await tx.write(endApiKeyAt(caller, old.id, end), { event: 'api_key.post_update', action: 'rotate' });
    return made;
  });
}

/** Whoever holds a key acts as its user: managing the keys of other people does not include becoming them. */
async function refuseRotatingForOthers(caller: Caller, key: ApiKeyRow): Promise<void> {
  if (key.user_id === caller.user_id) return;
  if (!(await isServiceUser(caller, key.user_id))) {
    throw new AppError('forbidden', 'A key is rotated by its user; you can revoke it');
  }
  await serviceUser(caller, key.user_id, key.permissions);
}

/** Revokes a key; it counts on the next request. Revoking twice reads like revoking nothing. */
export async function revokeApiKey({
  caller,
  params,
}: Call<{ id: number }, unknown, unknown>): Promise<void> {
  const [row] = await write(caller, revokeApiKeyRow(caller, params.id), {
    event: 'api_key.post_archive',
    action: 'revoke',
  });
  if (!row) throw notFound('API key');
}

/** A key that was not found to be changed: unseen, seen only, or at its end. */
async function refuse(caller: Caller, id: number, right: Right): Promise<never> {
  await apiKeys.require(caller, id, right);
  throw invalidField('id', 'The key has ended; make another one');
}
