import {
  type AccessModel,
  type Call,
  invalidField,
  missingReference,
  type Permission,
  type RowScope,
  resourceOf,
} from '@wfp/shared';
import { listScopes } from '../authority/access.policy.ts';
import type { GrantDetails } from '../authority/lock.store.ts';
import { findUserWithGrants, matchScopesToRow, type UserWithGrants } from './explain.store.ts';
import type { ExplainPermission, Explanation } from './permissions.contract.ts';

interface PermissionSource {
  grant: GrantDetails;
  reach: RowScope;
}

/**
 * Why a user may do something, or what is missing: grants only ever add, so those that give the permission are
 * the whole answer. A record that does not exist reads as one out of reach.
 */
export async function explainPermission({
  caller,
  query,
}: Call<unknown, ExplainPermission, unknown>): Promise<Explanation> {
  const { permission, record_id } = query;
  const { access } = caller.platform;
  const resource = access.resources.get(resourceOf(permission));
  if (!resource) throw invalidField('permission', `${permission} is no permission; see GET /api/permissions`);
  const user = await findUserWithGrants(caller, query.user_id);
  if (!user) throw missingReference('user_id');
  const given = findPermissionSources(access, user.grants, permission);
  if (record_id === undefined) return toExplanation(user, permission, given);
  if (resource.scopes.length === 0) {
    return toExplanation(
      user,
      permission,
      given,
      given.map(() => true),
    );
  }
  if (!resource.rows) throw invalidField('record_id', `Records of ${resource.code} cannot be asked about`);
  const reaches = given.map(({ reach }) => reach);
  const reached = await matchScopesToRow(caller, user, permission, resource.rows, record_id, reaches);
  return toExplanation(user, permission, given, reached);
}

function findPermissionSources(
  access: AccessModel,
  grants: readonly GrantDetails[],
  permission: Permission,
): PermissionSource[] {
  return grants.flatMap((grant) => {
    const reach = access.rowScopeFor([grant], permission);
    return reach ? [{ grant, reach }] : [];
  });
}

function toExplanation(
  user: UserWithGrants,
  permission: Permission,
  given: readonly PermissionSource[],
  reached?: readonly boolean[],
): Explanation {
  const via = given.map(({ grant, reach }, index) => ({
    grant_id: grant.id,
    role_id: grant.role_id,
    role_code: grant.role_code,
    scope: grant.scope,
    team_id: grant.team_id,
    source: grant.source,
    scopes: listScopes(reach),
    ...(reached ? { reaches_record: reached[index] ?? false } : {}),
  }));
  const missing = describeMissing(user, permission, given.length, reached);
  return missing === null ? { allowed: true, via } : { allowed: false, via, missing };
}

function describeMissing(
  { status }: UserWithGrants,
  permission: Permission,
  count: number,
  reached?: readonly boolean[],
): string | null {
  if (status !== 'active') return `The user is ${status} and cannot sign in`;
  if (count === 0) return `No grant in force gives ${permission}`;
  if (reached && !reached.includes(true)) return `No grant of ${permission} reaches this record`;
  return null;
}
