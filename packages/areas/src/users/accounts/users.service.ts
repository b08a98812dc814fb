import { AppError, type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { rejectLosingLastOwner } from '../../access/index.ts';
import { archiveUser, restoreUser, type UserRow, updateUserIfDifferent } from '../../accounts/index.ts';
import { shareImage } from '../../files/index.ts';
import { lockPermittedUser, rejectSelf } from './authority.service.ts';
import { signOut } from './user-sessions.service.ts';
import type { ListUsers, PatchUser } from './users.contract.ts';
import { findMe, findUser, findUsers, hasAvatar } from './users.store.ts';

type CallerOnly = Pick<Call<unknown, unknown, unknown>, 'caller'>;
type BodyCall<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;
type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function getMe({ caller }: CallerOnly) {
  const me = await findMe(caller);
  if (!me) throw notFound('User');
  return { ...me, roles: [...new Set(caller.grants.map((grant) => grant.role_code))].sort() };
}

export async function patchMe({ caller, body }: BodyCall<PatchUser>) {
  const { user_id } = caller;
  if (user_id === null) throw notFound('User');
  rejectNarrowKey(caller);
  await writeInTransaction(caller, (tx) => updateUserFields(tx, caller, user_id, body));
  return getMe({ caller });
}

/** Everybody changes their own account in person; a key only where it is for that: it may have been given away. */
function rejectNarrowKey(caller: Caller): void {
  if (caller.credential.kind !== 'api_key' || caller.rowScopeFor('user:update')) return;
  throw new AppError('forbidden', 'Your API key is not for user:update');
}

export async function listUsers({ caller, query }: Call<unknown, ListUsers, unknown>) {
  if (query.deleted && !caller.rowScopeFor('user:manage')) {
    throw new AppError('forbidden', 'Deleted rows require user:manage');
  }
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

/** Changes fields of a user, in a transaction that has checked who may. */
export async function updateUserFields(
  tx: Transaction,
  caller: Caller,
  id: number,
  body: PatchUser,
): Promise<UserRow> {
  const { avatar_file_id } = body;
  if (
    avatar_file_id != null &&
    !(await shareImage(tx, caller, avatar_file_id, [caller.user_id, id])) &&
    !(await hasAvatar(tx, caller, id, avatar_file_id))
  ) {
    throw invalidField('avatar_file_id', 'Refers to no image that you uploaded');
  }
  const [user] = await tx.write(updateUserIfDifferent(caller, id, body), { event: 'user.post_update' });
  if (!user) throw notFound('User');
  return user;
}

/** Deletes a user softly: they sign in no more, and their address is free. */
export async function deleteUser({ caller, params }: ById): Promise<void> {
  rejectSelf(caller, params.id, 'delete');
  await writeInTransaction(caller, async (tx) => {
    await lockPermittedUser(tx, caller, params.id, 'user:archive');
    await rejectLosingLastOwner(tx, caller, params.id);
    await tx.write(archiveUser(caller, params.id), { event: 'user.post_archive' });
    await signOut(tx, caller, params.id, 'deleted');
  });
}

/** Brings a deleted user back, deactivated as they were left. Their address must still be free. */
export async function restoreDeletedUser({ caller, params }: ById): Promise<UserRow> {
  return writeInTransaction(caller, async (tx) => {
    const user = await lockPermittedUser(tx, caller, params.id, 'user:manage', 'deleted');
    if (user.erased_at) throw invalidField('id', 'Was erased for good');
    const recording = { event: 'user.post_update', action: 'restore' };
    const [restored] = await tx.write(restoreUser(caller, params.id), recording);
    if (!restored) throw notFound('User');
    return restored;
  });
}
