import type { AccessModel, Caller, HeldGrant, Permission, Reach } from '@wfp/shared';

/** Whether grants make an owner of the organization. */
export function makeOwner(grants: readonly HeldGrant[]): boolean {
  return grants.some((grant) => grant.is_builtin && grant.role_code === 'owner' && grant.scope === 'role');
}

/**
 * The resources that somebody manages more widely than the caller. What a person merely works with does not
 * count: a key that provisions users need not hold the rights of each of them.
 */
export function managedBeyond(
  caller: Pick<Caller, 'reach'>,
  model: Pick<AccessModel, 'resources' | 'reach'>,
  grants: readonly HeldGrant[],
): string[] {
  return [...model.resources.keys()].filter((code) => {
    const manage: Permission = `${code}:manage`;
    const theirs = model.reach(grants, manage);
    return theirs !== null && !covers(caller.reach(manage), theirs);
  });
}

function covers(mine: Reach | null, theirs: Reach): boolean {
  if (mine?.org) return true;
  if (!mine || theirs.org) return false;
  const scopes = (['own', 'reports', 'team'] as const).every((scope) => mine[scope] || !theirs[scope]);
  return scopes && theirs.team_ids.every((id) => mine.team_ids.includes(id));
}
