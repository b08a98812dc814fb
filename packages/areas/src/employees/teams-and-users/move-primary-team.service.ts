import { AppError, type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { correctionRecording, placementRecording } from '../changes/apply.store.ts';
import { recordCancellation } from '../changes/changes.service.ts';
import { addChange, applyTimeline } from '../timeline/timeline.service.ts';
import { type ChangeRow, lockForChange, type NewChange } from '../timeline/timeline.store.ts';
import { findEmployeeIdsByTeam, findScheduledChangesToTeam } from './move-primary-team.store.ts';

/** What a transaction can decide in a few seconds, with all that follows for each. */
const maxEmployees = 500;

/**
 * Makes another team the home of everybody whose home a team is, from today on, or who is to come to it, by a dated
 * change of each. To be called under the lock of timelines, in the transaction in which the team goes.
 *
 * @throws AppError `forbidden` for who may not decide about people, `invalid` on `id` when there are too many
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
    throw new AppError(
      'forbidden',
      'It is the home of people, whom your employee_change:update does not reach',
    );
  }
  if (scheduled.length + people.length > maxEmployees) {
    throw invalidField('id', `Is the home of more than ${maxEmployees} people: move some first`);
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

/** Puts the other team into what is decided for a day to come, and a member to come into the other team. */
async function redirectChange(
  tx: Transaction,
  caller: Caller,
  wrong: ChangeRow,
  into: number,
): Promise<void> {
  const employee = await lockForChange(tx, caller, wrong.employee_id);
  if (!employee) return;
  const { effective_date, sequence, set } = wrong;
  await recordCancellation(tx, caller, wrong);
  const change: NewChange = {
    ...{ effective_date, kind: 'correction', corrects_id: wrong.id, reason_code: 'team_closed' },
    set: { ...set, team_id: into },
  };
  await addChange(tx, caller, employee, { ...change, sequence }, correctionRecording);
  // A hire that is yet to come shows in the row, and makes a member.
  await applyTimeline(tx, caller, employee.id, effective_date, { followed: correctionRecording });
}
