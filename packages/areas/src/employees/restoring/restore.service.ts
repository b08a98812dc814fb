import { type Call, type Caller, invalidField, missingPermission, notFound } from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { employeeRestored } from '../announcements.ts';
import { requireReachOfRestored } from '../reach/reach.service.ts';
import { type EmployeeRow, isPermitted } from '../rows/employees.store.ts';
import { findPrimaryTeamPeriods } from '../teams-and-users/primary-team-periods.store.ts';
import { findToday } from '../timeline/time-zones.store.ts';
import { isHire, later } from '../timeline/timeline.policy.ts';
import { requireReferences, requireValidManagers, withWarnings } from '../timeline/timeline.service.ts';
import { type ChangeRow, insertChange, type NewChange } from '../timeline/timeline.store.ts';
import type { RestoreEmployee } from './restore.contract.ts';
import { buildRestoration, cancelledChangesWarning, type Restoration } from './restore.policy.ts';
import {
  type DeletedEmployee,
  findCancelledChanges,
  lockDeletedEmployee,
  restoreRow,
} from './restore.store.ts';

/** Events of {@link restoreEmployee}, without those of the consequences of `employeeRestored`. */
export const restoreEvents = [
  'employee.post_restore',
  'employee.hired',
  'employee.change_applied',
  'employee.change_scheduled',
] as const;

/**
 * Restores a deleted employee with their timeline, under the rules of a hire: references must be valid now, and the
 * caller's authority decides which role comes with the position.
 */
export async function restoreEmployee({
  caller,
  params: { id },
  body,
}: Pick<Call<{ id: number }, unknown, RestoreEmployee>, 'caller' | 'params' | 'body'>): Promise<EmployeeRow> {
  return writeInTransaction(caller, async (tx) => {
    const deleted = await lockDeletedEmployee(tx, caller, id);
    if (!deleted) throw notFound('Employee');
    const cancelled = await findCancelledChanges(tx, caller, deleted);
    const today = await findToday(tx, caller, {
      time_zone: deleted.time_zone,
      place_id: body.place_id === undefined ? deleted.place_id : body.place_id,
    });
    const hire = deleted.status === 'pre_hire' ? requireHire(cancelled) : null;
    const restoration = buildRestoration(deleted, body, hire, today);
    if ('field' in restoration) throw invalidField(restoration.field, restoration.message);
    const employee = await writeRestoration(tx, caller, deleted, restoration, today);
    const warnings = await announceRestored(tx, caller, deleted, employee);
    return withWarnings(employee, [...warnings, ...cancelledChangesWarning(cancelled, hire)]);
  });
}

function requireHire(cancelled: readonly ChangeRow[]): ChangeRow {
  const hire = cancelled.find(({ set }) => isHire(set));
  if (!hire)
    throw new Error('Invariant: the deletion cancelled no hire of an employee before their first day');
  return hire;
}

async function writeRestoration(
  tx: Transaction,
  caller: Caller,
  deleted: DeletedEmployee,
  { row, change }: Restoration,
  today: string,
): Promise<EmployeeRow> {
  const { id } = deleted;
  await requireReferences(tx, caller, row, { employee_id: id, kept: deleted });
  const [employee] = await tx.write(restoreRow(caller, deleted, row), restoreRecording(deleted, row.status));
  if (!employee) throw notFound('Employee');
  if (change) await addRestoredChange(tx, caller, id, change);
  if (!(await isPermitted(tx, caller, id, 'employee:manage'))) {
    throw missingPermission(caller, 'employee:manage', 'on the restored employee');
  }
  await requireReachOfRestored(tx, caller, deleted, row.manager_id === deleted.manager_id);
  if (employee.manager_id !== null) {
    await requireValidManagers(tx, caller, id, later(employee.hire_date, today), 'manager_id');
  }
  return employee;
}

async function addRestoredChange(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  change: NewChange & { state: 'applied' | 'scheduled' },
): Promise<void> {
  await tx.write(insertChange(caller, employee_id, change), { event: `employee.change_${change.state}` });
}

function restoreRecording(deleted: DeletedEmployee, status: string): Recording {
  const hasBegun = deleted.status === 'pre_hire' && status !== 'pre_hire';
  return {
    event: 'employee.post_restore',
    action: 'restore',
    ...(hasBegun && { also: [{ type: 'employee.hired' }] }),
  };
}

async function announceRestored(
  tx: Transaction,
  caller: Caller,
  deleted: DeletedEmployee,
  { id, status, manager_id, position_id }: EmployeeRow,
): Promise<string[]> {
  const isAbsent = (one: string) => one === 'pre_hire' || one === 'terminated';
  return tx.announce(employeeRestored, {
    employee_id: id,
    primary_teams: await findPrimaryTeamPeriods(tx, caller, id),
    manager_id,
    position_id: isAbsent(status) ? null : position_id,
    deleted: {
      at: deleted.deleted_at,
      position_id: isAbsent(deleted.status) ? null : deleted.position_id,
    },
  });
}
