import { type Caller, invalidField, missingReference } from '@wfp/shared';
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
 * Locks the employee of a membership before its row, in the order of the timeline: the shares of their time are summed up
 * for one write after another.
 */
export async function lockMemberEmployee({
  tx,
  caller,
  id,
}: HookContext & { id: number | null }): Promise<void> {
  const employee_id = id === null ? undefined : await findMemberEmployeeId(tx, caller, id);
  if (employee_id !== undefined) await lockEmployee(tx, caller, employee_id);
}

/** @throws AppError `invalid` for an employee who cannot join the team */
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
  const employee = await lockEmployee(tx, caller, employee_id);
  if (!employee) throw missingReference('employee_id');
  if (employee.status === 'terminated') throw invalidField('employee_id', 'Has left the organization');
  if (await isMember(tx, caller, team_id, employee_id))
    throw invalidField('employee_id', 'Is a member already');
  if ((await findTeamKind(tx, caller, team_id)) === 'department')
    throw invalidField('employee_id', "A department's people are those whose team_id names it");
}

/** @throws AppError `invalid` for the home team of an employee, which they leave only for another */
export async function rejectToLeaveHome({
  tx,
  caller,
  before,
}: HookContext & { before: { team_id: number; employee_id: number } }): Promise<void> {
  const employee = await lockEmployee(tx, caller, before.employee_id);
  if (employee?.team_id === before.team_id)
    throw invalidField('id', 'This is the home team of the employee, who leaves it only for another');
}

interface Member {
  employee_id: number;
  allocation_percent: number | null;
}

/** More than all of an employee's time may be right for a week. */
export async function warnOfOverallocation({
  tx,
  caller,
  row,
}: HookContext & { row: Member }): Promise<string[]> {
  if (row.allocation_percent === null) return [];
  const total = await findMaxAllocation(tx, caller, row.employee_id);
  return total > 100 ? [`The teams of this employee have ${total} % of their time`] : [];
}
