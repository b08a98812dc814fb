import { AppError, type Caller, exportable, type ImportedRow, importable, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import {
  checkRolesOfNewUser,
  findRolesByCode,
  grantRoleInTransaction,
  lockPermittedUser,
} from '../../access/index.ts';
import { lockUserByEmail } from '../../accounts/index.ts';
import { addUser } from '../accounts/create-user.service.ts';
import { UserFilter } from '../accounts/users.contract.ts';
import { updateUserFields } from '../accounts/users.service.ts';
import { exportedColumns, ImportedUser } from './user-transfer.contract.ts';
import { selectExportedUsers } from './user-transfer.store.ts';

export const userExport = exportable({
  resource: 'user',
  path: '/users',
  filter: UserFilter,
  columns: exportedColumns,
  statement: selectExportedUsers,
});

export const userImport = importable({
  resource: 'user',
  path: '/users',
  row: ImportedUser,
  key: { column: 'email', of: ({ email }) => email },
  emits: ['user.post_create', 'user.invited', 'user.post_update', 'grant.post_create'],
  write: importUser,
});

/**
 * Updates the user with the address and grants missing roles, or invites a new user. An address of a user whom the
 * caller may not read is rejected like that of a new user.
 */
async function importUser(tx: Transaction, caller: Caller, row: ImportedUser): Promise<ImportedRow> {
  const { role_codes, ...person } = row;
  const known = await lockUserByEmail(tx, caller, person.email);
  const roles = role_codes && (await findMissingRoles(tx, caller, role_codes, known?.id ?? null));
  if (!known) {
    await withColumnErrors('email', () => addUser(tx, caller, { ...person, password_hash: null }, roles));
    return 'created';
  }
  const { email: _, ...fields } = person;
  const user = await withColumnErrors('email', () => lockPermittedUser(tx, caller, known.id, 'user:update'));
  if (user.status === 'deactivated') throw invalidField('email', 'Belongs to a deactivated user');
  await updateUserFields(tx, caller, known.id, fields);
  for (const role_id of roles ?? [])
    await grantRoleInTransaction(tx, caller, known.id, role_id, 'role_codes');
  return 'updated';
}

async function findMissingRoles(
  tx: Transaction,
  caller: Caller,
  codes: readonly string[],
  user_id: number | null,
): Promise<number[]> {
  const roles = await findRolesByCode(tx, caller, codes, user_id);
  const unknown = codes.filter((code) => !roles.some((role) => role.code === code));
  if (unknown.length > 0)
    throw invalidField('role_codes', `Unknown roles: ${unknown.slice(0, 3).join(', ')}`);
  const missing = roles.filter((role) => !role.held).map((role) => role.id);
  await withColumnErrors('role_codes', () => checkRolesOfNewUser(caller, missing));
  return missing;
}

/** Turns `forbidden` into an error of a column, so that it is reported with the other errors of the file. */
async function withColumnErrors<Result>(column: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') throw invalidField(column, error.message);
    throw error;
  }
}
