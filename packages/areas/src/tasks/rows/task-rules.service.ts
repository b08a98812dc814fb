import { type Caller, invalidField, notFound } from '@wfp/shared';
import type { PatchTask } from './tasks.contract.ts';
import { findTask } from './tasks.store.ts';

export function findLoneReminderError(
  patch: PatchTask,
  task: { has_due: boolean; has_reminder: boolean },
): [field: string, message: string] | null {
  const has_due = patch.due_at === undefined ? task.has_due : patch.due_at !== null;
  const has_reminder =
    patch.reminder_offset === undefined ? task.has_reminder : patch.reminder_offset !== null;
  if (has_due || !has_reminder) return null;
  return patch.reminder_offset == null
    ? ['due_at', 'Is required by reminder_offset; set that to null as well']
    : ['reminder_offset', 'Requires due_at'];
}

/** Rejects a patch that would leave a reminder without a due date. */
export async function rejectLoneReminder(caller: Caller, id: number, patch: PatchTask): Promise<void> {
  const isSafe = patch.due_at === undefined ? patch.reminder_offset == null : patch.due_at !== null;
  if (isSafe) return;
  const task = await findTask(caller, id);
  if (!task) throw notFound('Task');
  const error = findLoneReminderError(patch, {
    has_due: task.due_at !== null,
    has_reminder: task.reminder_offset !== null,
  });
  if (error) throw invalidField(...error);
}
