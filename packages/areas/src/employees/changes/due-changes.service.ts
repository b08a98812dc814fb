import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { announceEmployment } from '../employment/employment-announcements.service.ts';
import { announceNameOfChange } from '../names/name-announcements.service.ts';
import {
  applyTimeline,
  requireNoOrphanedReports,
  requireValidManagers,
} from '../timeline/timeline.service.ts';
import { findChangeInTransaction, lockForChange, updateChange } from '../timeline/timeline.store.ts';
import { listRecordedEvents, timelineRecording } from './apply.store.ts';
import { recordCancellation } from './changes.service.ts';
import { findDependentChanges } from './changes.store.ts';

/** Events of {@link applyDueChange}, without those of the consequences of its announcements. */
export const applyDueChangeEvents = ['employee.change_applied', ...listRecordedEvents(timelineRecording)];

/**
 * Applies a due change. Does nothing if it was applied or is not due any more.
 *
 * @param by the user who made the change
 * @returns warnings about steps that were skipped
 * @throws AppError if the change has become invalid
 */
export async function applyDueChange(
  tx: Transaction,
  caller: Caller,
  due: { id: number; employee_id: number },
  by: Caller,
): Promise<string[]> {
  const found = await lockIfDue(tx, caller, due);
  if (!found) return [];
  const { employee, change } = found;
  await tx.write(updateChange(caller, change, 'applied'), {
    event: 'employee.change_applied',
    action: 'apply',
  });
  await applyTimeline(tx, caller, employee.id, change.effective_date, { by });
  if (change.set.manager_id != null && change.kind !== 'hire') {
    await requireValidManagers(tx, caller, employee.id, employee.today, 'manager_id');
  }
  if (change.set.status === 'terminated') await requireNoOrphanedReports(tx, caller, employee.id, 'id');
  await announceNameOfChange(tx, caller, employee, change.set);
  return announceEmployment(tx, employee, change.set, by);
}

/** Cancels a change that has become invalid, and the changes it caused. */
export async function cancelDueChange(
  tx: Transaction,
  caller: Caller,
  due: { id: number; employee_id: number },
  reason: string,
): Promise<void> {
  const found = await lockIfDue(tx, caller, due);
  if (!found) return;
  await recordCancellation(tx, caller, found.change, reason);
  for (const following of await findDependentChanges(tx, caller, found.change.id)) {
    await recordCancellation(tx, caller, following, reason);
  }
}

async function lockIfDue(
  tx: Transaction,
  caller: Caller,
  { id, employee_id }: { id: number; employee_id: number },
) {
  const employee = await lockForChange(tx, caller, employee_id);
  if (!employee) return undefined;
  const change = await findChangeInTransaction(tx, caller, employee_id, id);
  if (change?.state !== 'scheduled' || change.effective_date > employee.today) return undefined;
  return { employee, change };
}
