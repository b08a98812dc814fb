import { AppError, type Call, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import {
  type ChangeRow,
  type EmployeeRow,
  employeeNow,
  findEmployee,
  lockForChange,
  type Rehire,
  refuseEmployee,
  rehire,
  terminate,
} from '../employees/index.ts';
import { reactivateReturner, requireLeaver } from '../users/index.ts';
import type { Terminate } from './employment.contract.ts';
import { type Owned, ownedBy } from './employment.store.ts';
import { leave } from './leaving.service.ts';

/** Ends somebody's employment on a day, and says what was in their hands. */
export async function terminateEmployee({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, Terminate>, 'caller' | 'params' | 'body'>): Promise<{
  employee: EmployeeRow;
  change: ChangeRow;
  owned: Owned;
}> {
  const { id } = params;
  if (!(await findEmployee(caller, id, 'employee:manage')))
    await refuseEmployee(caller, id, 'employee:manage', []);
  if (body.reassign_tasks_to !== undefined && !caller.reach('task:update')?.org) {
    throw new AppError('forbidden', 'You need the permission task:update to reassign tasks');
  }
  return writeInTransaction(caller, async (tx) => {
    const leaver = await lockForChange(tx, caller, id);
    if (!leaver) throw notFound('Employee');
    const owned = await ownedBy(tx, caller, leaver);
    if (leaver.user_id !== null) await requireLeaver(tx, caller, leaver.user_id);
    const change = await terminate(tx, caller, leaver, body);
    if (change.state === 'applied') {
      const tasks_to = body.reassign_tasks_to;
      await leave(tx, caller, { id, user_id: leaver.user_id, tasks_to });
    }
    const employee = await employeeNow(tx, caller, id);
    if (!employee) throw notFound('Employee');
    return { employee, change, owned };
  });
}

/**
 * Employs somebody again who has left. Whoever lost their access by leaving has it again from that day on; others are
 * given it by those who may.
 */
export async function rehireEmployee({
  caller,
  params: { id },
  body,
}: Pick<Call<{ id: number }, unknown, Rehire>, 'caller' | 'params' | 'body'>): Promise<{
  employee: EmployeeRow;
  change: ChangeRow;
}> {
  if (!(await findEmployee(caller, id, 'employee:manage')))
    await refuseEmployee(caller, id, 'employee:manage', []);
  return writeInTransaction(caller, async (tx) => {
    const returner = await lockForChange(tx, caller, id);
    if (!returner) throw notFound('Employee');
    const change = await rehire(tx, caller, returner, body);
    if (change.state === 'applied' && returner.user_id !== null)
      await reactivateReturner(tx, caller, returner.user_id);
    const employee = await employeeNow(tx, caller, id);
    if (!employee) throw notFound('Employee');
    return { employee, change };
  });
}
