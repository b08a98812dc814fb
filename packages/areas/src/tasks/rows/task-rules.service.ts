import { type Caller, invalidField, notFound } from '@wfp/shared';
import type { PatchTask } from './tasks.contract.ts';
import { findTask } from './tasks.store.ts';

/** What a patch would leave without the other: a reminder without a due date. The field and what to say of it. */
export function findLoneReminderError(
  patch: PatchTask,
  task: { has_due: boolean; has_reminder: boolean },
): [field: string, message: string] | null {
  const has_due = patch.due_at === undefined ? task.has_due : patch.due_at !== null;
  const has_reminder =
    patch.reminder_offset === undefined ? task.has_reminder : patch.reminder_offset !== null;
  if (has_due || !has_reminder) return null;
  return patch.reminder_offset == null
    ? ['due_at', 'A reminder needs it; set reminder_offset to null as well']
    : ['reminder_offset', 'Needs due_at'];
}

/** A reminder needs a due date, whichever of the two the patch brings or takes. */
export async function rejectLoneReminder(caller: Caller, id: number, patch: PatchTask): Promise<void> {
  const isSafe = patch.due_at === undefined ? patch.reminder_offset == null : patch.due_at !== null;
  if (isSafe) return;
  const task = await findTask(caller, id);
  if (!task) throw notFound('Task');
  const fault = findLoneReminderError(patch, {
    has_due: task.due_at !== null,
    has_reminder: task.reminder_offset !== null,
  });
  if (fault) throw invalidField(...fault);
}
