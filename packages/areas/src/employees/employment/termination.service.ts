import { type Caller, invalidField, missingPermission, missingReference } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { findMissingReferences, placementRecording, terminationRecording } from '../changes/apply.store.ts';
import { recordCancellation } from '../changes/changes.service.ts';
import { findFirstChangeDay, findPendingChanges } from '../changes/changes.store.ts';
import {
  findManagersFrom,
  findReportsFrom,
  findStatusOn,
  type ReportPeriod,
} from '../org-chart/reporting-lines.store.ts';
import { findMissingPermissions } from '../reach/reach.store.ts';
import { isPermitted } from '../rows/employees.store.ts';
import { absenceViolation, clearedPlacement } from '../timeline/timeline.policy.ts';
import {
  addChange,
  requireNoOrphanedReports,
  requireValidManagersOfAll,
} from '../timeline/timeline.service.ts';
import { type ChangeRow, type LockedEmployee, lockForChange } from '../timeline/timeline.store.ts';

/** Number of reports that one transaction can give another manager in two seconds, including all consequences. */
const maxReports = 200;

export interface TerminationDetails {
  end_date: string;
  reason_code: string;
  note?: string | null | undefined;
  reassign_reports_to?: number | undefined;
  reassign_tasks_to?: number | undefined;
}

/**
 * Adds the termination of a locked employee to the timeline, and cancels their proposed and scheduled changes from the
 * end date on. Reassigns their reports if `reassign_reports_to` is given. The calling code has checked permissions on the employee.
 *
 * @throws AppError `invalid`, or `forbidden` without permissions on the reports
 */
export async function terminate(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  details: TerminationDetails,
): Promise<ChangeRow> {
  const { end_date, reassign_reports_to: reassignee, reassign_tasks_to } = details;
  await requireValidEndDate(tx, caller, employee, end_date);
  await requireReassignees(tx, caller, employee.id, details);
  const reports = reassignee === undefined ? [] : await findReportsToMove(tx, caller, employee.id, end_date);
  const above = await findManagersFrom(tx, caller, [{ employee_id: employee.id, since: end_date }]);
  for (const planned of await findPendingChanges(tx, caller, employee.id, end_date)) {
    await recordCancellation(tx, caller, planned, `Employee leaves on ${end_date}`);
  }
  const change = await addChange(
    tx,
    caller,
    employee,
    {
      effective_date: end_date,
      kind: 'termination',
      set: {
        ...{ status: 'terminated', end_date, ...clearedPlacement },
        ...(reassign_tasks_to !== undefined && { reassign_tasks_to }),
      },
      reason_code: details.reason_code,
      note: details.note,
    },
    terminationRecording,
  );
  if (reassignee !== undefined) {
    const next = above[0]?.manager_id ?? null;
    if (reassignee !== next) await requireReportsPermission(tx, caller, reports);
    await reassignReports(tx, caller, change, { reports, reassignee, next });
  }
  await requireNoOrphanedReports(tx, caller, employee.id, 'reassign_reports_to');
  return change;
}

/** @throws AppError `invalid` on `reassign_reports_to` for too many reports */
async function findReportsToMove(
  tx: Transaction,
  caller: Caller,
  manager_id: number,
  day: string,
): Promise<ReportPeriod[]> {
  const reports = await findReportsFrom(tx, caller, manager_id, { day, limit: maxReports + 1 });
  if (reports.length <= maxReports) return reports;
  throw invalidField(
    'reassign_reports_to',
    `The employee has more than ${maxReports} reports, including scheduled changes; give some of them another manager first`,
  );
}

/** Gives reports a new manager. A report who becomes the new manager reports to the leaver's manager. */
async function reassignReports(
  tx: Transaction,
  caller: Caller,
  termination: ChangeRow,
  {
    reports,
    reassignee,
    next,
  }: { reports: readonly ReportPeriod[]; reassignee: number; next: number | null },
): Promise<void> {
  for (const { employee_id, since } of reports) {
    const report = await lockForChange(tx, caller, employee_id);
    if (!report) continue;
    await addChange(
      tx,
      caller,
      report,
      {
        effective_date: since,
        kind: 'manager',
        set: { manager_id: employee_id === reassignee ? next : reassignee },
        reason_code: termination.reason_code,
        because_of_id: termination.id,
      },
      placementRecording,
    );
  }
  await requireValidManagersOfAll(tx, caller, reports, 'reassign_reports_to');
}

/**
 * Changing the manager of the reports requires what a change of each would require. The leaver's manager, who is above them
 * already, can become their manager without it.
 *
 * @throws AppError `forbidden`
 */
async function requireReportsPermission(
  tx: Transaction,
  caller: Caller,
  reports: readonly ReportPeriod[],
): Promise<void> {
  const ids = reports.map(({ employee_id }) => employee_id);
  if (ids.length === 0 || caller.rowScopeFor('employee_change:update')?.org) return;
  if ((await findMissingPermissions(tx, caller, ids, ['employee_change:update'])).length === 0) return;
  throw missingPermission(
    caller,
    'employee_change:update',
    'on all reports of the employee, unless reassign_reports_to is the manager of the employee',
  );
}

/** @throws AppError `invalid` on `end_date` */
async function requireValidEndDate(
  tx: Transaction,
  caller: Caller,
  employee: LockedEmployee,
  end_date: string,
): Promise<void> {
  const violation = absenceViolation(await findStatusOn(tx, caller, employee.id, end_date));
  if (violation) throw invalidField('end_date', violation);
  if (employee.status === 'pre_hire' && end_date <= employee.hire_date)
    throw invalidField(
      'end_date',
      `Must be after hire_date, ${employee.hire_date}; to cancel a planned hire, delete the employee`,
    );
  const planned = await findPendingChanges(tx, caller, employee.id);
  const leaves = planned.find((one) => one.kind === 'termination' && one.state === 'scheduled');
  const changed = await findFirstChangeDay(tx, caller, employee.id, { after: end_date, state: 'applied' });
  if (!leaves && !changed) return;
  const isShown = await isPermitted(tx, caller, employee.id, 'employee_change:read');
  if (leaves)
    throw invalidField(
      'end_date',
      `A termination ${isShown ? `on ${leaves.effective_date} ` : ''}is already scheduled; cancel that change first`,
    );
  throw invalidField(
    'end_date',
    isShown
      ? `Must not be before ${changed}, when another change took effect`
      : 'Must not be before another change took effect',
  );
}

async function requireReassignees(
  tx: Transaction,
  caller: Caller,
  id: number,
  details: TerminationDetails,
): Promise<void> {
  for (const field of ['reassign_reports_to', 'reassign_tasks_to'] as const) {
    const reassignee = details[field];
    if (reassignee === undefined) continue;
    if (reassignee === id) throw invalidField(field, 'Must not be the employee being terminated');
    const [missing] = await findMissingReferences(tx, caller, { manager_id: reassignee });
    const { status } = await findStatusOn(tx, caller, reassignee, details.end_date);
    if (missing) throw missingReference(field);
    if (status === null || status === 'terminated')
      throw invalidField(field, `Is not employed on ${details.end_date}`);
  }
}
