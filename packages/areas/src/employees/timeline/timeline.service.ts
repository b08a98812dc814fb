import { type Caller, invalidField, missingReference, notFound } from '@wfp/shared';
import type { Recording, Transaction } from '@wfp/shared/db';
import { positionAssigned, positionChosen, timelineApplied } from '../announcements.ts';
import {
  findMissingReferences,
  findRowPosition,
  timelineRecording,
  updateRowFromTimeline,
} from '../changes/apply.store.ts';
import {
  countLevels,
  countOrphanedReports,
  findManagersFrom,
  findStatusOn,
  type ReportPeriod,
} from '../org-chart/reporting-lines.store.ts';
import { withReachCheck } from '../reach/reach.service.ts';
import {
  changedReferences,
  type DatedReference,
  requireDatedReferences,
  requireLiveReferences,
} from '../references/dated-references.service.ts';
import { isPermitted } from '../rows/employees.store.ts';
import { findPrimaryTeamPeriods } from '../teams-and-users/primary-team-periods.store.ts';
import type { ChangeSet } from './timeline.contract.ts';
import {
  absenceViolation,
  depthViolation,
  hiddenLeaveMessage,
  managementViolation,
} from './timeline.policy.ts';
import {
  type ChangeRow,
  insertChange,
  type LockedEmployee,
  lockForChange,
  type NewChange,
} from './timeline.store.ts';

/**
 * Takes the timeline lock and locks an employee, as {@link lockForChange} does.
 *
 * @throws AppError `not_found`
 */
export async function requireForChange(
  tx: Transaction,
  caller: Caller,
  id: number,
  purpose?: 'change' | 'deletion',
): Promise<LockedEmployee> {
  const employee = await lockForChange(tx, caller, id, purpose);
  if (!employee) throw notFound('Employee');
  return employee;
}

/** Events of {@link addChange}, without those of the employee's row and of consequences. */
export const addChangeEvents = ['employee.change_scheduled', 'employee.change_applied'] as const;

type AddedChange = NewChange & { sequence?: number | undefined };

/**
 * Adds a change to the timeline of a locked employee: applied if its day is today or earlier, otherwise scheduled. The
 * calling code checks references before, and managers of all affected employees after.
 *
 * @param recording see {@link applyTimeline}
 * @throws AppError `forbidden` as {@link withReachCheck}
 */
export const addChange = (
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  change: AddedChange,
  recording: Recording = timelineRecording,
): Promise<ChangeRow> =>
  withReachCheck(tx, caller, employee, () => addPartOfChange(tx, caller, employee, change, recording));

/** Like {@link addChange}, as a part of a change that the calling code runs with {@link withReachCheck}. */
export async function addPartOfChange(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  change: AddedChange,
  recording: Recording = timelineRecording,
): Promise<ChangeRow> {
  const state = change.effective_date <= employee.today ? 'applied' : 'scheduled';
  const insert = insertChange(caller, employee.id, { ...change, state });
  const [row] = await tx.write(insert, { event: `employee.change_${state}` });
  if (!row) throw new Error('Invariant: the insert returned no row');
  if (state === 'applied') await applyTimeline(tx, caller, employee.id, change.effective_date, { recording });
  return row;
}

/**
 * Updates the row of an employee from their timeline, and announces `timelineApplied`.
 *
 * @param by the user who made the change, if not the caller
 * @param recording the events that this kind of change can cause
 * @throws AppError `invalid` if the employee would have a place, a schedule or a calendar that was deleted
 */
export async function applyTimeline(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
  { by = caller, recording = timelineRecording }: { by?: Caller; recording?: Recording } = {},
): Promise<void> {
  const [now] = await tx.write(updateRowFromTimeline(caller, employee_id), recording);
  if (now) await requireLiveReferences(tx, caller, changedReferences(now, now.before));
  const primary_teams = await findPrimaryTeamPeriods(tx, caller, employee_id);
  const change = now ? { before: now.before, now } : null;
  await tx.announce(timelineApplied, { employee_id, day, primary_teams, change, by });
}

type References = Pick<ChangeSet, 'team_id' | 'manager_id' | 'position_id' | DatedReference>;

/**
 * Checks that referenced rows exist and that the position can be assigned, and locks those that could be deleted.
 *
 * @param employee_id null for an employee who is being hired
 * @param within prefix of field names in errors
 * @param kept values of a restored employee, which may be hidden from the caller
 * @throws AppError `invalid`
 */
export async function requireReferences(
  tx: Transaction,
  caller: Caller,
  set: References,
  { employee_id, within = '', kept = {} }: { employee_id: number | null; within?: string; kept?: References },
): Promise<void> {
  const { team_id, manager_id, position_id } = set;
  if (team_id != null || manager_id != null) {
    const [missing] = await findMissingReferences(tx, caller, set, kept);
    if (missing) throw missingReference(`${within}${missing}`);
  }
  await requireDatedReferences(tx, caller, set, { within, kept });
  if (position_id != null) {
    const isKept = position_id === kept.position_id;
    await tx.announce(positionChosen, { employee_id, position_id, field: `${within}position_id`, isKept });
  }
}

/**
 * Requires an open position with a vacant seat if a correction gave the employee another position now, such as the one that
 * a change of an earlier day had taken away.
 *
 * @throws AppError `invalid` on `effective_date`
 */
export async function requireSeatAgain(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  held: number | null,
): Promise<void> {
  const position_id = await findRowPosition(tx, caller, employee_id);
  if (position_id === null || position_id === held) return;
  const kept = { field: 'effective_date', isKept: true, isWritten: true };
  await tx.announce(positionChosen, { employee_id, position_id, ...kept });
}

/**
 * Announces a position that was assigned to an employee.
 *
 * @param change_id the change that assigns it, if that is known
 * @param isNew false if the employee had the position before
 * @returns warnings for the caller about what comes with it
 */
export async function announcePosition(
  tx: Transaction,
  employee_id: number,
  position_id: unknown,
  change_id: number | null = null,
  isNew = true,
): Promise<string[]> {
  if (typeof position_id !== 'number') return [];
  return tx.announce(positionAssigned, { employee_id, position_id, change_id, isNew });
}

/** Adds warnings to a response, if there are any. */
export const withWarnings = <Response extends object>(response: Response, warnings: readonly string[]) =>
  warnings.length === 0 ? response : { ...response, warnings };

/**
 * Checks for every day from `day` on that the manager of an employee is employed, and that reporting lines have neither
 * a cycle nor too many levels.
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
  await requireValidManagersOfAll(tx, caller, [{ employee_id, since: day }], field);
}

/** Like {@link requireValidManagers} for several employees, each from a day on, with as few statements as for one. */
export async function requireValidManagersOfAll(
  tx: Transaction,
  caller: Caller,
  periods: readonly ReportPeriod[],
  field: string,
): Promise<void> {
  const managers = await findManagersFrom(tx, caller, periods);
  if (managers.length === 0) return;
  for (const one of managers) {
    const violation = managementViolation(one);
    if (violation === null) continue;
    const isShown =
      one.leaves === null || (await isPermitted(tx, caller, one.manager_id, 'employee_change:read'));
    throw invalidField(field, isShown ? violation : hiddenLeaveMessage);
  }
  for (const levels of await countLevels(tx, caller, periods)) {
    const violation = depthViolation(levels);
    if (violation) throw invalidField(field, violation);
  }
}

/**
 * Checks that an employee has no reports while terminated. Ignores reporting periods that ended before today.
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
  throw invalidField(
    field,
    `Would leave ${reports} ${reports === 1 ? 'report' : 'reports'} without an employed manager`,
  );
}

/** @throws AppError `invalid` on `effective_date` for a day outside the employment */
export async function requireEmployedOn(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
): Promise<void> {
  const violation = absenceViolation(await findStatusOn(tx, caller, employee_id, day));
  if (violation) throw invalidField('effective_date', violation);
}

/**
 * Checks that the employee's managers are employed from the day of the change on, and that the employee is employed
 * while they have reports.
 */
export async function requireValidReportingLines(
  tx: Transaction,
  caller: Caller,
  { employee_id, effective_date, set, corrects_id }: ChangeRow,
  field: string,
): Promise<void> {
  if ('manager_id' in set || 'status' in set || corrects_id !== null) {
    await requireValidManagers(tx, caller, employee_id, effective_date, field);
  }
  if ('status' in set) await requireNoOrphanedReports(tx, caller, employee_id, field);
}
