import { AppError, type Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockEmployeeOfUser } from '../../employees/index.ts';
import { lockFollowedName, updateFollowingName } from './followed-name.store.ts';
import type { PatchMe } from './users.contract.ts';

const nameFields = ['first_name', 'last_name'] as const;

/**
 * Checks a patch of a user whose name follows that of the employee, and adds the name when the user starts to follow it.
 *
 * @throws AppError `invalid` on a name that is not that of the employee
 */
export async function withFollowedName(
  tx: Transaction,
  caller: Caller,
  id: number,
  patch: PatchMe,
): Promise<PatchMe> {
  const concerned =
    patch.follow_employee_name === true || nameFields.some((field) => patch[field] !== undefined);
  if (!concerned || patch.follow_employee_name === false) return patch;
  // The lock order of renames: employee, then user.
  if (patch.follow_employee_name) await lockEmployeeOfUser(tx, caller, id);
  const employee = await lockFollowedName(tx, caller, id);
  if (!employee || !(patch.follow_employee_name ?? employee.follow_employee_name)) return patch;
  const differing = nameFields.filter(
    (field) => patch[field] !== undefined && patch[field] !== employee[field],
  );
  if (differing.length > 0)
    throw new AppError('invalid', 'Validation failed', {
      details: {
        fieldErrors: Object.fromEntries(differing.map((field) => [field, [followedMessage]])),
        formErrors: [],
      },
    });
  if (!patch.follow_employee_name) return patch;
  return { ...patch, first_name: employee.first_name, last_name: employee.last_name };
}

const followedMessage =
  'Must be that of the employee: the user follows the name of their employee record (follow_employee_name)';

export async function followName(
  tx: Transaction,
  caller: Caller,
  { user_id, ...name }: { user_id: number; first_name: string; last_name: string },
): Promise<void> {
  await tx.write(updateFollowingName(caller, user_id, name), { event: 'user.post_update' });
}
