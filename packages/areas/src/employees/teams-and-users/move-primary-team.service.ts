import { type Caller, invalidField, missingPermission } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { correctionRecording, placementRecording } from '../changes/apply.store.ts';
import { recordCancellation } from '../changes/changes.service.ts';
import { withReachCheck } from '../reach/reach.service.ts';
import { addChange, addPartOfChange, applyTimeline } from '../timeline/timeline.service.ts';
import { type ChangeRow, lockForChange, type NewChange } from '../timeline/timeline.store.ts';
import { findEmployeeIdsByTeam, findScheduledChangesToTeam } from './move-primary-team.store.ts';

/** Number of employees that one transaction can change in two seconds, including all consequences. */
const maxEmployees = 200;

/**
 * Gives all employees of a primary team another primary team from today on, and redirects scheduled changes to the new
 * team. Runs in the transaction that dissolves the old team and holds the timeline lock.
 *
 * @throws AppError `forbidden` without `employee_change:update` for the whole organization, `invalid` on `id` for too
 *   many employees
 */
export async function movePrimaryTeam(
  tx: Transaction,
  caller: Caller,
  from: number,
  into: number,
): Promise<void> {
  const scheduled = await findScheduledChangesToTeam(tx, caller, from, maxEmployees);
  const people = await findEmployeeIdsByTeam(tx, caller, from, maxEmployees);
  if (scheduled.length + people.length === 0) return;
  if (!caller.rowScopeFor('employee_change:update')?.org) {
    throw missingPermission(
      caller,
      'employee_change:update',
      'for the whole organization: the team has employees',
    );
  }
  if (scheduled.length + people.length > maxEmployees) {
    throw invalidField(
      'id',
      `Is the primary team of more than ${maxEmployees} employees, including scheduled changes; move some first`,
    );
  }
  for (const change of scheduled) await redirectChange(tx, caller, change, into);
  for (const id of people) {
    const employee = await lockForChange(tx, caller, id);
    if (!employee) continue;
    const change: NewChange = {
      ...{ effective_date: employee.today, kind: 'team', reason_code: 'team_closed' },
      set: { team_id: into },
    };
    await addChange(tx, caller, employee, change, placementRecording);
  }
}

async function redirectChange(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  into: number,
): Promise<void> {
  const employee = await lockForChange(tx, caller, wrong.employee_id);
  if (!employee) return;
  const { effective_date, sequence, set } = wrong;
  const change: NewChange = {
    ...{ effective_date, kind: 'correction', corrects_id: wrong.id, reason_code: 'team_closed' },
    set: { ...set, team_id: into },
    keeps_decision_of: { id: wrong.id, is_rescheduled: false },
  };
  await withReachCheck(tx, caller, employee, async () => {
    await recordCancellation(tx, caller, wrong);
    await addPartOfChange(tx, caller, employee, { ...change, sequence }, correctionRecording);
  });
  // The row and the memberships of a scheduled hire already have the old team.
  await applyTimeline(tx, caller, employee.id, effective_date, { recording: correctionRecording });
}
