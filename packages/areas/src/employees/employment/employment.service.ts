import { type Call, notFound, requirePermission } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { employeeLeaving } from '../announcements.ts';
import { requireEmployee } from '../rows/employees.service.ts';
import { type EmployeeRow, findEmployeeInTransaction } from '../rows/employees.store.ts';
import type { Rehire } from '../timeline/timeline.contract.ts';
import { announcePosition, requireForChange, withWarnings } from '../timeline/timeline.service.ts';
import type { ChangeRow } from '../timeline/timeline.store.ts';
import type { Terminate } from './employment.contract.ts';
import { announceEmployment } from './employment-announcements.service.ts';
import { rehire } from './rehire.service.ts';
import { terminate } from './termination.service.ts';
import { findOwnedRecords, type OwnedRecords } from './termination.store.ts';

export async function terminateEmployee({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, Terminate>, 'caller' | 'params' | 'body'>): Promise<{
  employee: EmployeeRow;
  change: ChangeRow;
  owned: OwnedRecords;
}> {
  const { id } = params;
  await requireEmployee(caller, id, 'employee:manage');
  if (body.reassign_tasks_to !== undefined) requirePermission(caller, 'task:update', 'to reassign tasks');
  return writeInTransaction(caller, async (tx) => {
    const leaver = await requireForChange(tx, caller, id);
    const owned = await findOwnedRecords(tx, caller, leaver);
    if (leaver.user_id !== null) await tx.announce(employeeLeaving, { user_id: leaver.user_id });
    const change = await terminate(tx, caller, leaver, body);
    if (change.state === 'applied') await announceEmployment(tx, leaver, change.set, caller);
    const employee = await findEmployeeInTransaction(tx, caller, id);
    if (!employee) throw notFound('Employee');
    return { employee, change, owned };
  });
}

/** Rehires a former employee. If the termination deactivated their user, the user is reactivated on the hire date. */
export async function rehireEmployee({
  caller,
  params: { id },
  body,
}: Pick<Call<{ id: number }, unknown, Rehire>, 'caller' | 'params' | 'body'>): Promise<{
  employee: EmployeeRow;
  change: ChangeRow;
}> {
  await requireEmployee(caller, id, 'employee:manage');
  return writeInTransaction(caller, async (tx) => {
    const returner = await requireForChange(tx, caller, id);
    const change = await rehire(tx, caller, returner, body);
    const warnings =
      change.state === 'applied' ? await announceEmployment(tx, returner, change.set, caller) : [];
    const employee = await findEmployeeInTransaction(tx, caller, id);
    if (!employee) throw notFound('Employee');
    const ofPosition = await announcePosition(tx, id, body.position_id, change.id);
    return withWarnings({ employee, change }, [...warnings, ...ofPosition]);
  });
}
