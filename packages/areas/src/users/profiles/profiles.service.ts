import {
  type Call,
  type Caller,
  invalidField,
  notFound,
  type Permission,
  type Proposal,
  permissionError,
} from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { interruptImports, lockPermittedUser } from '../../access/index.ts';
import { archiveIdentity, findIdentities, lockIdentities, updateUser } from '../../accounts/index.ts';
import { findUser } from '../accounts/users.store.ts';
import type { ListIdentities } from './profiles.contract.ts';

export async function listIdentities({
  caller,
  params,
  query,
}: Call<{ id: number }, ListIdentities, unknown>) {
  if (!(await findUser(caller, params.id))) throw notFound('User');
  requirePermissionForUser(caller, 'user_identity:read', params.id);
  return findIdentities(caller, params.id, query);
}

function requirePermissionForUser(caller: Caller, permission: Permission, user_id: number): void {
  const reach = caller.rowScopeFor(permission);
  if (reach?.org || (reach?.own && user_id === caller.user_id)) return;
  throw permissionError(caller, permission, 'User');
}

type IdentityCall = Pick<Call<{ id: number; identity_id: number }, unknown, unknown>, 'caller' | 'params'>;

export async function proposeRemoval({ caller, params }: IdentityCall): Promise<Proposal[]> {
  const user = await findUser(caller, params.id, 'user_identity:archive');
  return user ? [{ record_id: params.identity_id, change: {} }] : [];
}

/** Removes a sign-in method. The last one cannot be removed; deactivate the user instead. */
export async function removeIdentity({ caller, params }: IdentityCall): Promise<void> {
  const { id, identity_id } = params;
  await writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    await lockPermittedUser(tx, caller, id, 'user_identity:archive');
    const identities = await lockIdentities(tx, caller, id);
    const identity = identities.find((one) => one.id === identity_id);
    if (!identity) throw notFound('Identity');
    if (identities.length === 1) throw invalidField('identity_id', 'Must not be the last sign-in method');
    await tx.write(archiveIdentity(caller, identity_id), { event: 'user_identity.post_archive' });
    if (identity.provider === 'password') {
      await tx.write(updateUser(caller, id, { password_hash: null }), { event: 'user.post_update' });
    }
  });
}
