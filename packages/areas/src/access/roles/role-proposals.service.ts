import { type Call, type Proposal, proposeUpdate } from '@wfp/shared';
import { toPermissionMap } from '../authority/access.policy.ts';
import type { CloneRole, PatchRole, PutPermissions } from './roles.contract.ts';
import { roles } from './roles.resource.ts';
import { updateRole } from './roles.store.ts';

type ById<Body> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** The change of a cloned role names its source as `clone_of`. */
export async function proposeClone({ caller, params, body }: ById<CloneRole>): Promise<Proposal[]> {
  const source = await roles.find(caller, params.id);
  return source ? [{ record_id: null, change: { ...body, clone_of: source.id } }] : [];
}

export async function proposeRolePatch({ caller, params, body }: ById<PatchRole>): Promise<Proposal[]> {
  const role = await roles.find(caller, params.id, 'update');
  return role ? proposeUpdate(caller, updateRole(caller, role.id, body), body) : [];
}

export async function proposePermissions({
  caller,
  params,
  body,
}: ById<PutPermissions>): Promise<Proposal[]> {
  const role = await roles.find(caller, params.id, 'manage');
  const permissions = toPermissionMap(body.permissions);
  return role ? proposeUpdate(caller, updateRole(caller, role.id, { permissions }), body) : [];
}
