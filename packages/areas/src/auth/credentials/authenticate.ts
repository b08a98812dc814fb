import {
  type AccessRestriction,
  type Caller,
  type Credential,
  hashToken,
  type Origin,
  type Permission,
  type Platform,
  resourceOf,
} from '@wfp/shared';
import {
  findByApiKey,
  findBySession,
  findByUser,
  markKeyUsed,
  type Principal,
} from './authenticate.store.ts';
import { isAddressWithin } from './networks.ts';
import { readAccessToken, unauthenticated } from './tokens.ts';

/** Every API key starts with this, followed by 64 hexadecimal digits. */
export const apiKeyPrefix = 'wfp_';
const apiKey = /^wfp_[0-9a-f]{64}$/;

/**
 * Finds out who is calling, in one query: whether the credential lives, whether user and organization
 * do, and what the user's grants are at this moment. Nothing is cached, so whatever is revoked counts on
 * the very next request.
 *
 * @throws AppError `unauthenticated`
 */
export async function authenticate(
  platform: Platform,
  token: string,
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller> {
  if (token.startsWith(apiKeyPrefix)) return authenticateApiKey(platform, token, origin, emits);
  const claims = readAccessToken(platform, token);
  const found = await findBySession(platform, claims);
  if (!found) throw unauthenticated('The session has ended');
  const credential: Credential = { kind: 'session', id: claims.session_id, expires_at: claims.expires_at };
  return toCaller(platform, found, credential, origin, emits);
}

/** Somebody whose credential was looked at before. */
export type KnownCaller = Pick<Caller, 'org_id' | 'user_id' | 'credential' | 'origin' | 'emits' | 'platform'>;

/**
 * Looks at a credential again by its id: what a stream does every now and then, which so need not keep the
 * secret itself. Everything that ends or narrows the credential counts, as it does for a request.
 *
 * @throws AppError `unauthenticated`
 */
export async function reauthenticate(known: KnownCaller): Promise<Caller> {
  const { platform, org_id, credential, origin, emits } = known;
  const user_id = Number(known.user_id);
  if (credential.kind === 'session') {
    if (platform.clock.now() >= credential.expires_at) throw unauthenticated('The token has expired');
    const found = await findBySession(platform, { org_id, user_id, session_id: credential.id });
    if (!found) throw unauthenticated('The session has ended');
    return toCaller(platform, found, credential, origin, emits);
  }
  const found =
    credential.kind === 'api_key' ? await findByUser(platform, org_id, user_id, credential.id) : undefined;
  if (!found || found.key_id === null || !isAllowedFrom(found.key_cidrs, origin))
    throw unauthenticated('The API key is not valid');
  return toCaller(platform, found, keyCredential(found.key_id, found), origin, emits);
}

function keyCredential(id: number, { key_expires_at }: Principal): Credential {
  return { kind: 'api_key', id, expires_at: key_expires_at };
}

/**
 * A caller with the rights that a user has at this moment, for work that goes on after their request. Where
 * they asked by an API key, what it was narrowed to still holds, and a key that has ended gives nothing.
 */
export async function callerForUser(
  platform: Platform,
  asked: { org_id: number; user_id: number; api_key_id?: number | null },
  origin: Origin,
  emits: readonly string[],
): Promise<Caller | undefined> {
  const found = await findByUser(platform, asked.org_id, asked.user_id, asked.api_key_id ?? null);
  if (!found) return undefined;
  const credential: Credential = found.key_id === null ? { kind: 'job' } : keyCredential(found.key_id, found);
  return toCaller(platform, found, credential, origin, new Set(emits));
}

/** Whether what a key was narrowed to holds a permission; `manage` stands for every right of its resource. */
export function includesPermission(narrowed: ReadonlySet<string>, permission: Permission): boolean {
  return narrowed.has(permission) || narrowed.has(`${resourceOf(permission)}:manage`);
}

/** Ranges that are not given, or none of them, mean everywhere. */
export function isAllowedFrom(ranges: readonly string[] | null, origin: Origin): boolean {
  return !ranges?.length || isAddressWithin(origin.ip, ranges);
}

/** A job goes on from no address at all: what counts for it is where it was asked for. */
function findAccessRestrictions(
  found: Principal,
  credential: Credential,
  origin: Origin,
): AccessRestriction[] {
  const isCall = credential.kind === 'session' || origin.ip !== null;
  const all: [AccessRestriction, boolean][] = [
    ['foreign_network', isCall && !isAllowedFrom(found.networks, origin)],
    ['mfa_setup', found.stage === 'mfa_setup'],
    ['read_only', found.is_read_only],
  ];
  return all.flatMap(([hindrance, holds]) => (holds ? [hindrance] : []));
}

async function authenticateApiKey(
  platform: Platform,
  key: string,
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller> {
  const found = apiKey.test(key) ? await findByApiKey(platform, hashToken(key)) : undefined;
  if (!found || found.key_id === null || !isAllowedFrom(found.key_cidrs, origin))
    throw unauthenticated('The API key is not valid');
  if (!found.key_used_recently) {
    markKeyUsed(platform, found.org_id, found.key_id, origin.ip).catch((error: unknown) =>
      platform.log.warn({ err: error }, 'The last use of an API key could not be noted'),
    );
  }
  return toCaller(platform, found, keyCredential(found.key_id, found), origin, emits);
}

function toCaller(
  platform: Platform,
  found: Principal,
  credential: Credential,
  origin: Origin,
  emits: ReadonlySet<string>,
): Caller {
  const narrowed = found.key_permissions?.length ? new Set(found.key_permissions) : null;
  const reach = (permission: Permission) =>
    narrowed && !includesPermission(narrowed, permission)
      ? null
      : platform.access.rowScopeFor(found.grants, permission);
  return {
    org_id: found.org_id,
    user_id: found.user_id,
    employee_id: found.employee_id,
    name: found.name,
    credential,
    mfa_at: found.mfa_at,
    stage: found.stage ?? 'full',
    restrictions: findAccessRestrictions(found, credential, origin),
    grants: found.grants,
    features: found.features,
    pre_hooks: found.pre_hooks,
    origin,
    platform,
    emits,
    rowScopeFor: reach,
  };
}
