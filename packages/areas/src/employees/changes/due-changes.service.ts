import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { announceEmployment } from '../employment/leaving.service.ts';
import { makeTrue, requireManagement, requireNobodyAlone } from '../timeline/timeline.service.ts';
import { changeNow, lockForChange, updateChange } from '../timeline/timeline.store.ts';
import { eventsOf, rowFollowed } from './apply.store.ts';
import { cancel } from './changes.service.ts';
import { consequencesOf } from './changes.store.ts';

/** Events of {@link applyDue}, besides what follows from its announcements. */
export const applyDueEvents = ['employee.change_applied', ...eventsOf(rowFollowed)];

/**
 * Makes a scheduled change true whose day has come, once: nothing where it was done already, or is not due after all.
 *
 * @param by the user who decided it
 * @returns remarks on what does not follow
 * @throws AppError where it is no longer possible
 */
export async function applyDue(
  tx: Transaction,
  caller: Caller,
  due: { id: number; employee_id: number },
  by: Caller,
): Promise<string[]> {
  const found = await stillDue(tx, caller, due);
  if (!found) return [];
  const { employee, change } = found;
  await tx.write(updateChange(caller, change, 'applied'), {
    event: 'employee.change_applied',
    action: 'apply',
  });
  await makeTrue(tx, caller, employee.id, change.effective_date, { by });
  if (change.set.manager_id != null && change.kind !== 'hire') {
    await requireManagement(tx, caller, employee.id, employee.today, 'manager_id');
  }
  if (change.set.status === 'terminated') await requireNobodyAlone(tx, caller, employee.id, 'id');
  return announceEmployment(tx, employee, change.set, by);
}

/** Cancels what could not be made true, with the reason, so that it does not wait for ever. */
export async function giveUp(
  tx: Transaction,
  caller: Caller,
  due: { id: number; employee_id: number },
  reason: string,
): Promise<void> {
  const found = await stillDue(tx, caller, due);
  if (!found) return;
  await cancel(tx, caller, found.change, reason);
  for (const following of await consequencesOf(tx, caller, found.change.id)) {
    await cancel(tx, caller, following, reason);
  }
}

async function stillDue(
  tx: Transaction,
  caller: Caller,
  { id, employee_id }: { id: number; employee_id: number },
) {
  const employee = await lockForChange(tx, caller, employee_id);
  if (!employee) return undefined;
  const change = await changeNow(tx, caller, employee_id, id);
  if (change?.state !== 'scheduled' || change.effective_date > employee.today) return undefined;
  return { employee, change };
}
