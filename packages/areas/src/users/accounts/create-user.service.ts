import { type Call, type Caller, invalidField, requirePermission } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { checkRolesOfNewUser, grantDefaultRole, grantRoleInTransaction } from '../../access/index.ts';
import {
  addPasswordIdentity,
  findUserByEmail,
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

/** Creates a user with roles in one transaction. The caller must be permitted to grant these roles. */
export async function createUser({ caller, body }: BodyCall<CreateUser>): Promise<UserRow> {
  requireUserCreation(caller);
  const { password, role_ids, ...person } = body;
  if (person.is_service) requireServiceUserCreation(caller, password);
  const roles = await requireGrantableRoles(caller, role_ids);
  if (password !== undefined) rejectCommonPassword(password);
  const password_hash = password === undefined ? null : await hashPassword(caller.platform, password, caller);
  return writeInTransaction(caller, (tx) => addUser(tx, caller, { ...person, password_hash }, roles));
}

/** Invites a user by email. With `employee_id`, links the employee, whose name is the default. */
export async function inviteUser({
  caller,
  body,
}: BodyCall<InviteUser>): Promise<UserRow & { warnings?: string[] }> {
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
    if (employee_id === undefined) return user;
    const warnings = await tx.announce(employeeInvited, { user_id: user.id, employee_id });
    return warnings.length === 0 ? user : { ...user, warnings };
  });
}

const nameFromEmail = (email: string): string => email.slice(0, email.indexOf('@')).slice(0, 100);

async function requireGrantableRoles(
  caller: Caller,
  role_ids: number[] | undefined,
): Promise<number[] | undefined> {
  const roles = role_ids && [...new Set(role_ids)];
  await checkRolesOfNewUser(caller, roles ?? []);
  return roles;
}

/** Requires the scope `org`, because narrower scopes cannot include a new user. */
function requireUserCreation(caller: Caller): void {
  requirePermission(caller, 'user:create', 'for the whole organization');
}

function requireServiceUserCreation(caller: Caller, password: string | undefined): void {
  requirePermission(caller, 'user:manage', 'to create a service user');
  if (password !== undefined)
    throw invalidField('password', 'Not allowed for a service user, which uses API keys only');
}

/**
 * Inserts a user, their password identity and their roles. Sends an invitation if the user is not a service user and
 * has no password. The calling code has checked that the roles can be granted.
 *
 * @param role_ids the default role if undefined
 * @throws AppError `forbidden` without `user:create` for the whole organization
 */
export async function addUser(
  tx: Transaction,
  caller: Caller,
  user: NewUser,
  role_ids: readonly number[] | undefined,
): Promise<UserRow> {
  requireUserCreation(caller);
  await rejectTakenEmail(tx, caller, user.email);
  const [row] = await tx.write(insertUser(caller, user), userCreated);
  if (!row) throw new Error('Invariant: the insert returned no row');
  if (user.password_hash !== null) await addPasswordIdentity(tx, caller, row.id);
  for (const role_id of role_ids ?? []) await grantRoleInTransaction(tx, caller, row.id, role_id);
  if (role_ids === undefined) await grantDefaultRole(tx, caller, row.id);
  if (row.status === 'invited') await sendInvitation(tx, caller, row);
  return row;
}

const takenEmailMessages = {
  active: 'Is already taken',
  suspended: 'Is already taken',
  invited: 'Is already invited; resend the invitation instead',
  deactivated: 'Belongs to a deactivated user; reactivate that user instead',
} as const;

/** Gives a specific message for a taken address. A concurrent insert is rejected by the unique index. */
async function rejectTakenEmail(tx: Transaction, caller: Caller, email: string): Promise<void> {
  const user = await findUserByEmail(tx, caller, email);
  if (user) throw invalidField('email', takenEmailMessages[user.status]);
}
