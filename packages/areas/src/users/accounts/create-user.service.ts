import { type Call, type Caller, invalidField, requirePermission } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { checkRolesOfNewUser, grantDefaultRole, grantRoleInTransaction } from '../../access/index.ts';
import {
  addPasswordIdentity,
  findStatusByEmail,
  insertUser,
  type NewUser,
  type UserRow,
  userCreated,
} from '../../accounts/index.ts';
import { hashPassword, rejectCommonPassword } from '../../auth/index.ts';
import { lockEmployeeWithoutUser } from '../../employees/index.ts';
import { employeeInvited } from '../announcements.ts';
import { sendInvitation } from '../invitations/invitations.service.ts';
import type { CreateUser, InviteUser } from './users.contract.ts';

type BodyCall<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;

/** Creates a user with roles, in one transaction. Only who may grant hands them out, and none wider than their own. */
export async function createUser({ caller, body }: BodyCall<CreateUser>): Promise<UserRow> {
  requireUserCreation(caller);
  const { password, role_ids, ...person } = body;
  if (person.is_service) requireServiceUserCreation(caller, password);
  const roles = await requireGrantableRoles(caller, role_ids);
  if (password !== undefined) rejectCommonPassword(password);
  const password_hash = password === undefined ? null : await hashPassword(caller.platform, password);
  return writeInTransaction(caller, (tx) => addUser(tx, caller, { ...person, password_hash }, roles));
}

/** Invites somebody, who may be an employee already: the employee's name then serves where none is given. */
export async function inviteUser({ caller, body }: BodyCall<InviteUser>): Promise<UserRow> {
  requireUserCreation(caller);
  const { email, employee_id, role_ids, ...named } = body;
  if (employee_id !== undefined) requirePermission(caller, 'employee:update', 'to link an employee');
  const roles = await requireGrantableRoles(caller, role_ids);
  return writeInTransaction(caller, async (tx) => {
    const employee =
      employee_id === undefined ? undefined : await lockEmployeeWithoutUser(tx, caller, employee_id);
    const first_name = named.first_name ?? employee?.first_name ?? nameFromEmail(email);
    const last_name = named.last_name ?? employee?.last_name ?? '';
    const user = await addUser(tx, caller, { email, first_name, last_name, password_hash: null }, roles);
    if (employee_id !== undefined) await tx.announce(employeeInvited, { user_id: user.id, employee_id });
    return user;
  });
}

/** What to call somebody of whom nothing but the address is known, until they say it themselves. */
const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@')).slice(0, 100);

async function requireGrantableRoles(
  caller: Caller,
  role_ids: number[] | undefined,
): Promise<number[] | undefined> {
  const roles = role_ids && [...new Set(role_ids)];
  await checkRolesOfNewUser(caller, roles ?? []);
  return roles;
}

/** @throws AppError `forbidden`: a user who is yet to be made is nobody's own */
function requireUserCreation(caller: Caller): void {
  requirePermission(caller, 'user:create', 'for the whole organization');
}

function requireServiceUserCreation(caller: Caller, password: string | undefined): void {
  requirePermission(caller, 'user:manage', 'to make a service user');
  if (password !== undefined) throw invalidField('password', 'A service user signs in by API key alone');
}

/**
 * Adds a user in a transaction that has checked the roles: the row, the way in, the roles (the default one
 * where none are named) and, for whoever is yet to choose a password, the invitation.
 */
export async function addUser(
  tx: Transaction,
  caller: Caller,
  user: NewUser,
  role_ids: readonly number[] | undefined,
): Promise<UserRow> {
  await rejectKnownAddress(tx, caller, user.email);
  const [row] = await tx.write(insertUser(caller, user), userCreated);
  if (!row) throw new Error('A user was not written');
  if (user.password_hash !== null) await addPasswordIdentity(tx, caller, row.id);
  for (const role_id of role_ids ?? []) await grantRoleInTransaction(tx, caller, row.id, role_id);
  if (role_ids === undefined) await grantDefaultRole(tx, caller, row.id);
  if (row.status === 'invited') await sendInvitation(tx, caller, row);
  return row;
}

const takenEmailMessages = {
  active: 'Is already taken',
  suspended: 'Is already taken',
  invited: 'Was invited already; send the invitation again instead',
  deactivated: 'Belongs to a deactivated user; reactivate that user instead',
} as const;

/** Says what to do about an address that is known. Who comes at the same moment is stopped by the index. */
async function rejectKnownAddress(tx: Transaction, caller: Caller, email: string): Promise<void> {
  const status = await findStatusByEmail(tx, caller, email);
  if (status) throw invalidField('email', takenEmailMessages[status]);
}
