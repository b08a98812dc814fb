import {
  type AccessModel,
  type Call,
  invalidField,
  missingReference,
  type Permission,
  type Reach,
  resourceOf,
} from '@wfp/shared';
import { scopesOf } from '../authority/access.policy.ts';
import type { ExplainedGrant } from '../authority/lock.store.ts';
import { grantsOf, type HeldGrants, reachesOnRow } from './explain.store.ts';
import type { ExplainPermission, Explanation } from './permissions.contract.ts';

interface Given {
  grant: ExplainedGrant;
  reach: Reach;
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
  const user = await grantsOf(caller, query.user_id);
  if (!user) throw missingReference('user_id');
  const given = givenBy(access, user.grants, permission);
  if (record_id === undefined) return answer(user, permission, given);
  if (resource.scopes.length === 0) {
    return answer(
      user,
      permission,
      given,
      given.map(() => true),
    );
  }
  if (!resource.rows) throw invalidField('record_id', `Records of ${resource.code} cannot be asked about`);
  const reaches = given.map(({ reach }) => reach);
  const reached = await reachesOnRow(caller, user, permission, resource.rows, record_id, reaches);
  return answer(user, permission, given, reached);
}

function givenBy(access: AccessModel, grants: readonly ExplainedGrant[], permission: Permission): Given[] {
  return grants.flatMap((grant) => {
    const reach = access.reach([grant], permission);
    return reach ? [{ grant, reach }] : [];
  });
}

function answer(
  user: HeldGrants,
  permission: Permission,
  given: readonly Given[],
  reached?: readonly boolean[],
): Explanation {
  const via = given.map(({ grant, reach }, index) => ({
    grant_id: grant.id,
    role_id: grant.role_id,
    role_code: grant.role_code,
    scope: grant.scope,
    team_id: grant.team_id,
    source: grant.source,
    scopes: scopesOf(reach),
    ...(reached ? { reaches_record: reached[index] ?? false } : {}),
  }));
  const missing = whatIsMissing(user, permission, given.length, reached);
  return missing === null ? { allowed: true, via } : { allowed: false, via, missing };
}

function whatIsMissing(
  { status }: HeldGrants,
  permission: Permission,
  count: number,
  reached?: readonly boolean[],
): string | null {
  if (status !== 'active') return `The user is ${status} and cannot sign in`;
  if (count === 0) return `No grant in force gives ${permission}`;
  if (reached && !reached.includes(true)) return `No grant of ${permission} reaches this record`;
  return null;
}
