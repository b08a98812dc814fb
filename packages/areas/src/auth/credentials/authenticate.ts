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
import { suspendedOrganizationError } from './suspension.ts';
import { readAccessToken, unauthenticated } from './tokens.ts';

/** Prefix of every API key, followed by 64 hexadecimal digits. */
export const apiKeyPrefix = 'wfp_';
const apiKey = /^wfp_[0-9a-f]{64}$/;

/**
 * Authenticates a request in one query: credential, user, organization and the grants in force. Roles are cached at the
 * version that the query returns, so a revocation takes effect on the next request; further queries read them if one is
 * not cached.
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

/** A caller that was authenticated before. */
export type KnownCaller = Pick<Caller, 'org_id' | 'user_id' | 'credential' | 'origin' | 'emits' | 'platform'>;

/**
 * Authenticates a credential again by its id. Streams do this regularly, without keeping the secret. Everything that
 * ends or restricts the credential is checked as for a request.
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
 * Returns a caller with the current rights of a user, for work that continues after the user's request. The
 * restrictions of an API key remain. Returns undefined if the user or the key is no longer active.
 *
 * @param user `isPast`: the user may be deactivated or deleted, and the key revoked or expired, for work that was accepted before
 * @throws AppError `forbidden` while the organization is suspended: the work is repeated later
 */
export async function callerForUser(
  platform: Platform,
  user: { org_id: number; user_id: number; api_key_id?: number | null; isPast?: boolean },
  origin: Origin,
  emits: readonly string[],
): Promise<Caller | undefined> {
  const found = await findByUser(platform, user.org_id, user.user_id, user.api_key_id ?? null, user.isPast);
  if (!found) return undefined;
  if (found.is_suspended) throw suspendedOrganizationError();
  const credential: Credential = found.key_id === null ? { kind: 'job' } : keyCredential(found.key_id, found);
  return toCaller(platform, found, credential, origin, new Set(emits));
}

/** True if a key's permissions include a permission; `manage` includes every right of its resource. */
export function includesPermission(narrowed: ReadonlySet<string>, permission: Permission): boolean {
  return narrowed.has(permission) || narrowed.has(`${resourceOf(permission)}:manage`);
}

/** True if the origin is in one of the ranges, or there are none. */
export function isAllowedFrom(ranges: readonly string[] | null, origin: Origin): boolean {
  return !ranges?.length || isAddressWithin(origin.ip, ranges);
}

/**
 * Does not check the network of a job, which has no address: the network was checked for the request that started it.
 */
function findAccessRestrictions(
  found: Principal,
  credential: Credential,
  origin: Origin,
): AccessRestriction[] {
  const isCall = credential.kind === 'session' || origin.ip !== null;
  const all: [AccessRestriction, boolean][] = [
    ['suspended', found.is_suspended],
    ['foreign_network', isCall && !isAllowedFrom(found.networks, origin)],
    ['mfa_setup', found.stage === 'mfa_setup'],
    ['read_only', found.is_read_only],
  ];
  return all.flatMap(([restriction, applies]) => (applies ? [restriction] : []));
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
      platform.log.warn({ err: error }, 'Could not record the last use of an API key'),
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
  const rowScopeFor = (permission: Permission) =>
    narrowed && !includesPermission(narrowed, permission)
      ? null
      : platform.access.rowScopeFor(found.grants, permission);
  return {
    org_id: found.org_id,
    is_unverified: found.is_unverified,
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
    rowScopeFor: rowScopeFor,
  };
}
