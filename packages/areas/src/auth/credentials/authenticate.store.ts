import type { HeldGrant, Platform, SessionStage } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { batched, executeOperationalFor, readCrossTenant } from '@wfp/shared/operational';
import { findWithRoles, type GrantsRow, grantTuplesOf } from '../../access/index.ts';
import { usersAs } from '../../accounts/index.ts';
import {
  isOrganizationKnown,
  isOrganizationSuspended,
  joinSecuritySettings,
  organizationOfUser,
} from '../sign-in/organizations.store.ts';
import { requiredSecondFactor } from '../sign-in/second-factor.store.ts';
import { computeSessionStage, type StageInput } from '../sign-in/sign-in.policy.ts';

export interface Principal {
  org_id: number;
  is_unverified: boolean;
  user_id: number;
  name: string;
  employee_id: number | null;
  grants: HeldGrant[];
  is_suspended: boolean;
  is_read_only: boolean;
  /** The allowed networks of the organization; empty for all. */
  networks: string[];
  features: string[];
  /** The pre-write hooks for which the organization has templates. */
  pre_hooks: string[];
  stage: SessionStage | null;
  mfa_at: Date | null;
  key_id: number | null;
  key_permissions: string[] | null;
  key_cidrs: string[] | null;
  key_expires_at: Date | null;
  key_used_recently: boolean | null;
}

interface PrincipalRow extends Omit<Principal, 'grants' | 'stage'>, GrantsRow {
  /** Only for a session. */
  stage?: SessionStage;
  /** Only for an API key, if the organization requires a second factor of its user. */
  required_factor?: (Omit<StageInput, 'created_at'> & { created_at: string }) | null;
}

const { sql } = Prisma;

const principalColumns = sql`u.org_id, u.id as user_id, u.first_name || ' ' || u.last_name as name, e.id as employee_id,
  o.roles_version, ${isOrganizationSuspended} as is_suspended, o.verified_at is null as is_unverified,
  o.status = 'closing' or (o.status = 'unverified' and o.created_at < now() - interval '7 days') as is_read_only,
  o.allowed_networks as networks, o.features, o.pre_hooks,
  ${grantTuplesOf('u')} as grants`;
// Items of a `from` clause: users of organizations that are not closed, with their employee. The areas `employees` and `api-keys`
// depend on this one, so their tables are named directly.
const userWithOrganization = sql`${usersAs('u')} join ${organizationOfUser} and ${isOrganizationKnown}
  left join employees e on e.org_id = u.org_id and e.user_id = u.id and e.deleted_at is null`;
const keyTable = sql`api_keys k`;
const keyOfUser = sql`${keyTable} on k.org_id = u.org_id and k.user_id = u.id`;
const isActive = sql`u.status = 'active' and u.deleted_at is null`;

const keyColumns = sql`k.id as key_id, k.permissions as key_permissions, k.allowed_cidrs as key_cidrs,
  k.expires_at as key_expires_at`;
const noKeyColumns = sql`null as key_id, null as key_permissions, null as key_cidrs, null as key_expires_at,
  null as key_used_recently`;
const noSessionColumns = sql`${requiredSecondFactor} as required_factor, null::timestamptz as mfa_at`;

/** Returns a function that finds a principal by key. */
function principalsBy<Key>(
  statementFor: (keys: readonly Key[]) => Prisma.Sql,
): (platform: Platform, key: Key) => Promise<Principal | undefined> {
  const find = batched<Key, PrincipalRow>(statementFor);
  return (platform, key) => findPrincipal(platform, () => find(platform, key));
}

async function findPrincipal(
  platform: Platform,
  find: () => Promise<PrincipalRow | undefined>,
): Promise<Principal | undefined> {
  const found = await findWithRoles(platform, find);
  if (!found) return undefined;
  const { required_factor, stage, ...principal } = found;
  // Work after a request without a key is not restricted: the request was not.
  const ofKey = found.key_id === null ? null : stageOfKey(platform, required_factor);
  return { ...principal, stage: stage ?? ofKey };
}

/** An API key is restricted like a new session of its user. Keys of service users, who cannot sign in, are not. */
function stageOfKey(platform: Platform, required: PrincipalRow['required_factor']): SessionStage | null {
  if (!required) return null;
  return computeSessionStage(
    { ...required, created_at: new Date(required.created_at) },
    platform.clock.now(),
  );
}

interface SessionKey {
  org_id: number;
  user_id: number;
  session_id: number;
}

const findLiveSession = principalsBy<SessionKey>(
  (keys) => sql`select wanted.place::int, found.*
    from unnest(${keys.map((one) => one.org_id)}::int[], ${keys.map((one) => one.user_id)}::int[],
        ${keys.map((one) => one.session_id)}::int[]) with ordinality wanted(org_id, user_id, session_id, place)
      cross join lateral (
        select ${principalColumns}, s.stage, s.mfa_at, ${noKeyColumns}
        from ${userWithOrganization} join sessions s on s.org_id = u.org_id and s.user_id = u.id
        where u.org_id = wanted.org_id and u.id = wanted.user_id and ${isActive} and s.id = wanted.session_id
          and s.ended_at is null and (s.expires_at is null or s.expires_at > now())
        -- Forces one index lookup per key, regardless of PostgreSQL's estimates.
        limit 1
      ) found`,
);

/** Finds the principal of a request with a session token: session, user, organization and grants. */
export async function findBySession(platform: Platform, key: SessionKey): Promise<Principal | undefined> {
  return findLiveSession(platform, key);
}

const findLiveKey = principalsBy<Buffer>(
  (hashes) => sql`select wanted.place::int, found.*
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) with ordinality wanted(hash, place)
      cross join lateral (
        select ${principalColumns}, ${noSessionColumns}, ${keyColumns},
          coalesce(k.last_used_at > now() - interval '1 minute', false) as key_used_recently
        from ${userWithOrganization} ${joinSecuritySettings} join ${keyOfUser}
        where k.key_hash = decode(wanted.hash, 'hex') and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now()) and ${isActive}
        limit 1
      ) found`,
);

/** Finds the principal of a request with an API key, by the hash of the key. */
export async function findByApiKey(platform: Platform, hash: Buffer): Promise<Principal | undefined> {
  return findLiveKey(platform, hash);
}

/**
 * Finds the principal of a user with current grants, restricted by a key unless `key_id` is null. Returns undefined if
 * the user or the key is not active, unless `isPast`.
 */
export async function findByUser(
  platform: Platform,
  org_id: number,
  user_id: number,
  key_id: number | null,
  isPast = false,
): Promise<Principal | undefined> {
  return findPrincipal(platform, async () => {
    const [row] = await readCrossTenant<PrincipalRow>(
      platform,
      byKey(sql`select ${principalColumns}, ${noSessionColumns}, ${keyColumns}, true as key_used_recently
        from ${userWithOrganization} ${joinSecuritySettings} left join ${keyOfUser} and k.id = ${key_id}::int
          and (${isPast}::boolean or (k.revoked_at is null and (k.expires_at is null or k.expires_at > now())))
        where u.org_id = ${org_id} and u.id = ${user_id} and (${isPast}::boolean or ${isActive})
          and (${key_id}::int is null or k.id is not null)`),
    );
    return row;
  });
}

/** Records the last use of a key, at most once a minute, unless another transaction has locked the key. */
export async function markKeyUsed(
  platform: Platform,
  org_id: number,
  key_id: number,
  ip: string | null,
): Promise<void> {
  await executeOperationalFor(
    { platform, org_id },
    sql`update ${keyTable} set last_used_at = now(), last_used_ip = ${ip}
      from (select k.id from ${keyTable} where k.org_id = ${org_id} and k.id = ${key_id}
        and (k.last_used_at is null or k.last_used_at <= now() - interval '1 minute')
        for no key update skip locked) free
      where k.org_id = ${org_id} and k.id = free.id returning k.id`,
  );
}
