import {
  type Call,
  type Caller,
  forbidden,
  invalidField,
  notFound,
  type Proposal,
  proposeUpdate,
  requirePermission,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { interruptImports, lockPermittedUser, rejectLosingLastOwner } from '../../access/index.ts';
import { archiveUser, restoreUser, type UserRow, updateUserIfDifferent } from '../../accounts/index.ts';
import { shareImage } from '../../files/index.ts';
import { userAccessEnded, userRestored } from '../announcements.ts';
import { rejectSelf } from './authority.service.ts';
import { withFollowedName } from './followed-name.service.ts';
import { signOut } from './user-sessions.service.ts';
import type { ListUsers, PatchMe, PatchUser } from './users.contract.ts';
import { findMe, findUser, findUsers, hasAvatar } from './users.store.ts';

type CallerOnly = Pick<Call<unknown, unknown, unknown>, 'caller'>;
type BodyCall<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;
type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function getMe({ caller }: CallerOnly) {
  const me = await findMe(caller);
  if (!me) throw notFound('User');
  return { ...me, roles: [...new Set(caller.grants.map((grant) => grant.role_code))].sort() };
}

export async function patchMe({ caller, body }: BodyCall<PatchMe>) {
  const { user_id } = caller;
  if (user_id === null) throw notFound('User');
  rejectNarrowKey(caller);
  await writeInTransaction(caller, (tx) => updateUserFields(tx, caller, user_id, body));
  return getMe({ caller });
}

export async function proposeMePatch({ caller, body }: BodyCall<PatchUser>): Promise<Proposal[]> {
  const { user_id } = caller;
  return user_id === null ? [] : proposeUpdate(caller, updateUserIfDifferent(caller, user_id, body), body);
}

/**
 * Users need no permission to change their own account. An API key needs `user:update`, because other people may use
 * it.
 */
export function rejectNarrowKey(caller: Caller): void {
  if (caller.credential.kind !== 'api_key' || caller.rowScopeFor('user:update')) return;
  throw forbidden('permission', 'Your API key does not have user:update', 'user:update');
}

export async function listUsers({ caller, query }: Call<unknown, ListUsers, unknown>) {
  if (query.deleted) requirePermission(caller, 'user:manage', 'to list deleted users', 'any');
  return findUsers(caller, query);
}

export async function getUser({ caller, params }: ById): Promise<UserRow> {
  const user = await findUser(caller, params.id);
  if (!user) throw notFound('User');
  return user;
}

export async function patchUser({ caller, params, body }: ById<PatchUser>): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    await lockPermittedUser(tx, caller, params.id, 'user:update');
    return updateUserFields(tx, caller, params.id, body);
  });
}

export async function proposeUserPatch({ caller, params, body }: ById<PatchUser>): Promise<Proposal[]> {
  const user = await findUser(caller, params.id, 'user:update');
  return user ? proposeUpdate(caller, updateUserIfDifferent(caller, user.id, body), body) : [];
}

export async function updateUserFields(
  tx: Transaction,
  caller: Caller,
  id: number,
  body: PatchMe,
): Promise<UserRow> {
  const { avatar_file_id } = body;
  // Everyone who can read the user can read the picture, so only who uploaded a file can choose it.
  if (
    avatar_file_id != null &&
    !(await shareImage(tx, caller, avatar_file_id)) &&
    !(await hasAvatar(tx, caller, id, avatar_file_id))
  ) {
    throw invalidField('avatar_file_id', 'Must be an image that you uploaded');
  }
  const values = await withFollowedName(tx, caller, id, body);
  const [user] = await tx.write(updateUserIfDifferent(caller, id, values), { event: 'user.post_update' });
  if (!user) throw notFound('User');
  return user;
}

export async function deleteUser({ caller, params }: ById): Promise<void> {
  rejectSelf(caller, params.id, 'delete');
  await writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    await lockPermittedUser(tx, caller, params.id, 'user:archive');
    await rejectLosingLastOwner(tx, caller, params.id);
    await tx.write(archiveUser(caller, params.id), { event: 'user.post_archive' });
    await signOut(tx, caller, params.id, 'deleted');
    await tx.announce(userAccessEnded, { user_id: params.id });
  });
}

/** Restores a deleted user, who stays deactivated. Fails if the address is taken. */
export async function restoreDeletedUser({ caller, params }: ById): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:manage', 'deleted');
    if (user.erased_at) throw invalidField('id', 'Was erased and cannot be restored');
    const recording = { event: 'user.post_update', action: 'restore' };
    const [restored] = await tx.write(restoreUser(caller, params.id), recording);
    if (!restored) throw notFound('User');
    await tx.announce(userRestored, { user_id: params.id });
    return restored;
  });
}
