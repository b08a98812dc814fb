import { type Caller, invalidField, missingReference, requireVisible } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { findTeamKind, lockEmployee } from '../rows/teams.store.ts';
import { findMaxAllocation, findMemberEmployeeId, isMember } from './members.store.ts';

interface HookContext {
  tx: Transaction;
  caller: Caller;
}

interface ParentIds {
  within: Readonly<Record<string, number>>;
}

/**
 * Locks the employee before the membership, in the lock order of the timeline. Concurrent changes of an employee's
 * memberships wait, so each sees the allocations of the previous one.
 */
export async function lockMemberEmployee({
  tx,
  caller,
  id,
}: HookContext & { id: number | null }): Promise<void> {
  const employee_id = id === null ? undefined : await findMemberEmployeeId(tx, caller, id);
  if (employee_id !== undefined) await lockEmployee(tx, caller, employee_id);
}

export async function rejectMember({
  tx,
  caller,
  within,
  before,
  values,
}: HookContext &
  ParentIds & { before: object | null; values: { employee_id?: number } }): Promise<undefined> {
  const { employee_id } = values;
  const { team_id } = within;
  if (before || employee_id === undefined || team_id === undefined) return;
  await requireVisible(tx, caller, { field: 'employee_id', resource: 'employee', id: employee_id });
  const employee = await lockEmployee(tx, caller, employee_id);
  if (!employee) throw missingReference('employee_id');
  if (employee.status === 'terminated') throw invalidField('employee_id', 'Is no longer employed');
  if (await isMember(tx, caller, team_id, employee_id))
    throw invalidField('employee_id', 'Is already a member');
  if ((await findTeamKind(tx, caller, team_id)) === 'department')
    throw invalidField('employee_id', 'Cannot be added to a department; set team_id of the employee');
}

/** @throws AppError `invalid` if the team is the primary team of the employee */
export async function rejectLeavingPrimaryTeam({
  tx,
  caller,
  before,
}: HookContext & { before: { team_id: number; employee_id: number } }): Promise<void> {
  const employee = await lockEmployee(tx, caller, before.employee_id);
  if (employee?.team_id === before.team_id)
    throw invalidField('id', 'Is the primary team of the employee; change team_id of the employee instead');
}

interface Member {
  employee_id: number;
  allocation_percent: number | null;
}

/** A warning, not an error: a temporary allocation of more than 100 % can be intended. */
export async function warnOfOverallocation({
  tx,
  caller,
  row,
}: HookContext & { row: Member }): Promise<string[]> {
  if (row.allocation_percent === null) return [];
  const total = await findMaxAllocation(tx, caller, row.employee_id);
  return total > 100 ? [`The employee is allocated to teams with ${total} % of their time`] : [];
}
