import {
  type AccessModel,
  type Call,
  invalidField,
  missingReference,
  type Permission,
  type RowScope,
  requirePermission,
  resourceOf,
} from '@wfp/shared';
import { listScopes } from '../authority/access.policy.ts';
import type { GrantDetails } from '../authority/lock.store.ts';
import { findUserWithGrants, matchScopesToRow, type UserWithGrants } from './explain.store.ts';
import type { ExplainPermission, Explanation } from './permissions.contract.ts';

interface PermissionSource {
  grant: GrantDetails;
  rowScope: RowScope;
}

/**
 * Explains why a user has or lacks a permission. Grants only add permissions, so the grants with the permission are the
 * complete explanation. A record that does not exist or that the caller cannot read is reported as outside every scope,
 * unless the resource supports only the scope `org`: its records are not read.
 */
export async function explainPermission({
  caller,
  query,
}: Call<unknown, ExplainPermission, unknown>): Promise<Explanation> {
  const { permission, record_id } = query;
  const { access } = caller.platform;
  const resource = access.resources.get(resourceOf(permission));
  if (!resource)
    throw invalidField('permission', `${permission} is not a permission; see GET /api/permissions`);
  const { credential } = caller;
  const isOwn = credential.kind === 'session' && query.user_id === caller.user_id;
  if (!isOwn) requirePermission(caller, 'grant:read', 'to explain permissions of others', 'any');
  const user = await findUserWithGrants(caller, query.user_id, isOwn);
  if (!user) throw missingReference('user_id');
  const sources = findPermissionSources(access, user.grants, permission);
  if (record_id === undefined) return toExplanation(user, permission, sources);
  if (resource.scopes.length === 0) {
    return toExplanation(
      user,
      permission,
      sources,
      sources.map(() => true),
    );
  }
  if (!resource.rows) throw invalidField('record_id', `Not supported for ${resource.code}`);
  const rowScopes = sources.map(({ rowScope }) => rowScope);
  const matches = await matchScopesToRow(caller, user, permission, resource.rows, record_id, rowScopes);
  return toExplanation(user, permission, sources, matches);
}

function findPermissionSources(
  access: AccessModel,
  grants: readonly GrantDetails[],
  permission: Permission,
): PermissionSource[] {
  return grants.flatMap((grant) => {
    const rowScope = access.rowScopeFor([grant], permission);
    return rowScope ? [{ grant, rowScope }] : [];
  });
}

function toExplanation(
  user: UserWithGrants,
  permission: Permission,
  sources: readonly PermissionSource[],
  matches?: readonly boolean[],
): Explanation {
  const via = sources.map(({ grant, rowScope }, index) => ({
    grant_id: grant.id,
    role_id: grant.role_id,
    role_code: grant.role_code,
    scope: grant.scope,
    team_id: grant.team_id,
    source: grant.source,
    scopes: listScopes(rowScope),
    ...(matches ? { reaches_record: matches[index] ?? false } : {}),
  }));
  const missing = describeMissing(user, permission, sources.length, matches);
  return missing === null ? { allowed: true, via } : { allowed: false, via, missing };
}

function describeMissing(
  { status }: UserWithGrants,
  permission: Permission,
  count: number,
  matches?: readonly boolean[],
): string | null {
  if (status !== 'active') return `The user cannot sign in: status is ${status}`;
  if (count === 0) return `No grant in force gives ${permission}`;
  if (matches && !matches.includes(true)) return `No grant of ${permission} includes this record`;
  return null;
}
