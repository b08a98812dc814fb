import { AppError, type Call, notFound } from '@wfp/shared';
import { writeSteps } from '@wfp/shared/db';
import { grantInside, refuseRolesOfNewUser } from '../access/index.ts';
import { hashPassword, refuseCommonPassword } from '../auth/index.ts';
import type { CreateUser, ListUsers } from './users.contract.ts';
import { findMe, findUser, findUsers, insertUser, type UserRow } from './users.store.ts';

export async function getMe({ caller }: Pick<Call<unknown, unknown, unknown>, 'caller'>) {
  const me = await findMe(caller);
  if (!me) throw notFound('User');
  return { ...me, roles: [...new Set(caller.grants.map((grant) => grant.role_code))].sort() };
}

export async function listUsers({ caller, query }: Call<unknown, ListUsers, unknown>) {
  return findUsers(caller, query);
}

export async function getUser({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const user = await findUser(caller, params.id);
  if (!user) throw notFound('User');
  return user;
}

/** Creates a user with roles, in one transaction. Only who may grant hands them out, and none wider than their own. */
export async function createUser({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateUser>, 'caller' | 'body'>): Promise<UserRow> {
  // A user who is yet to be made is nobody's own.
  if (!caller.reach('user:create')?.org) {
    throw new AppError('forbidden', 'You need the permission user:create for the whole organization');
  }
  const role_ids = [...new Set(body.role_ids)];
  await refuseRolesOfNewUser(caller, role_ids);
  if (body.password !== undefined) refuseCommonPassword(body.password);
  const password_hash = body.password === undefined ? null : await hashPassword(body.password);
  const { email, first_name, last_name } = body;
  return writeSteps(caller, async (tx) => {
    const change = insertUser(caller, { email, first_name, last_name, password_hash });
    const [user] = await tx.write(change, { event: 'user.post_create' });
    if (!user) throw new Error('A user was not written');
    for (const role_id of role_ids) await grantInside(tx, caller, user.id, role_id);
    return user;
  });
}
