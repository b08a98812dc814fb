import { type Caller, invalidField, missingReference, notFound } from '@wfp/shared';
import type { Recording, Transaction } from '@wfp/shared/db';
import { positionChosen, timelineApplied } from '../announcements.ts';
import { findMissingReferences, timelineRecording, updateRowFromTimeline } from '../changes/apply.store.ts';
import {
  countLevelsAbove,
  countLevelsBelow,
  countOrphanedReports,
  findManagersFrom,
} from '../org-chart/reporting-lines.store.ts';
import { findPrimaryTeamPeriods } from '../teams-and-users/primary-team-periods.store.ts';
import type { ChangeSet } from './timeline.contract.ts';
import { depthFault, managementFault } from './timeline.policy.ts';
import {
  type ChangeRow,
  insertChange,
  type LockedEmployee,
  lockForChange,
  type NewChange,
} from './timeline.store.ts';

/**
 * Locks an employee and all timelines until the end of the transaction.
 *
 * @throws AppError `not_found`
 */
export async function requireForChange(tx: Transaction, caller: Caller, id: number): Promise<LockedEmployee> {
  const employee = await lockForChange(tx, caller, id);
  if (!employee) throw notFound('Employee');
  return employee;
}

/** Events of {@link addChange}, without those of the row and of reactions. */
export const addChangeEvents = ['employee.change_scheduled', 'employee.change_applied'] as const;

/**
 * Inserts a change into the timeline of a locked employee. A change of today or earlier is applied at once, any other is
 * scheduled. The caller checks its references before and the managers of all employees after.
 *
 * @param followed the record of the row, see {@link applyTimeline}
 */
export async function addChange(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  change: NewChange & { sequence?: number | undefined },
  followed: Recording = timelineRecording,
): Promise<ChangeRow> {
  const state = change.effective_date <= employee.today ? 'applied' : 'scheduled';
  const insert = insertChange(caller, employee.id, { ...change, state });
  const [row] = await tx.write(insert, { event: `employee.change_${state}` });
  if (!row) throw new Error('A change was not written');
  if (state === 'applied') await applyTimeline(tx, caller, employee.id, change.effective_date, { followed });
  return row;
}

/**
 * Makes the row of an employee say what their timeline says, and announces it.
 *
 * @param by the user who decided it, where that is not the caller
 * @param followed the record of the row: less than all that can happen to it where the change allows less
 */
export async function applyTimeline(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
  { by = caller, followed = timelineRecording }: { by?: Caller; followed?: Recording } = {},
): Promise<void> {
  const [now] = await tx.write(updateRowFromTimeline(caller, employee_id), followed);
  const homes = await findPrimaryTeamPeriods(tx, caller, employee_id);
  const change = now ? { before: now.before, now } : null;
  await tx.announce(timelineApplied, { employee_id, day, homes, change, by });
}

/**
 * Makes sure that what a change refers to is there, and that its position can be given.
 *
 * @throws AppError `invalid` on the field, below `within` where that is not the top
 */
export async function requireReferences(
  tx: Transaction,
  caller: Caller,
  set: Pick<ChangeSet, 'team_id' | 'manager_id' | 'position_id'>,
  within = '',
): Promise<void> {
  if (set.team_id != null || set.manager_id != null) {
    const [missing] = await findMissingReferences(tx, caller, set);
    if (missing) throw missingReference(`${within}${missing}`);
  }
  if (set.position_id != null)
    await tx.announce(positionChosen, { position_id: set.position_id, field: `${within}position_id` });
}

/**
 * Checks for every decided day from `day` on that the manager of an employee is employed, and that no employee manages
 * themselves.
 *
 * @throws AppError `invalid` on `field`
 */
export async function requireValidManagers(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
  field: string,
): Promise<void> {
  const managers = await findManagersFrom(tx, caller, employee_id, day);
  if (managers.length === 0) return;
  const fault =
    managers.map((one) => managementFault(one, employee_id)).find((one) => one !== null) ??
    depthFault(
      await countLevelsAbove(tx, caller, employee_id, day),
      await countLevelsBelow(tx, caller, employee_id, day),
    );
  if (fault) throw invalidField(field, fault);
}

/**
 * Checks that an employee has no reports at a time when they are not employed.
 *
 * @throws AppError `invalid` on `field`
 */
export async function requireNoOrphanedReports(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  field: string,
): Promise<void> {
  const reports = await countOrphanedReports(tx, caller, employee_id);
  if (reports === 0) return;
  throw invalidField(field, `Leaves ${reports} without an employed manager on a decided day`);
}
