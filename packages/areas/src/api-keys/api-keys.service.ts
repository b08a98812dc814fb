import { randomBytes } from 'node:crypto';
import { AppError, type Call, hashToken, invalidField, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { apiKeyPrefix } from '../auth/index.ts';
import type { CreateApiKey, ListApiKeys } from './api-keys.contract.ts';
import { findApiKeys, insertApiKey, revokeApiKeyRow } from './api-keys.store.ts';

export async function listApiKeys({ caller, query }: Call<unknown, ListApiKeys, unknown>) {
  return findApiKeys(caller, query);
}

/** Makes a key that acts as its user. The key is in this answer and nowhere else: only its hash is kept. */
export async function createApiKey({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateApiKey>, 'caller' | 'body'>) {
  if (caller.credential.kind === 'api_key') {
    throw new AppError('forbidden', 'An API key cannot make API keys; sign in to make one');
  }
  if (body.expires_at && new Date(body.expires_at) <= caller.platform.clock.now()) {
    throw invalidField('expires_at', 'Must be in the future');
  }
  for (const permission of body.permissions) {
    if (!caller.platform.access.permissions.includes(permission)) {
      throw invalidField('permissions', `${permission} is no permission; see GET /api/permissions`);
    }
  }
  const key = `${apiKeyPrefix}${randomBytes(32).toString('hex')}`;
  const secret = { prefix: key.slice(0, apiKeyPrefix.length + 8), key_hash: hashToken(key) };
  const [row] = await write(caller, insertApiKey(caller, body, secret), { event: 'api_key.post_create' });
  return { ...row, key };
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
