import { AppError, type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import { findTask, type TaskRow } from '../rows/tasks.store.ts';
import type { CreateReminder, ListReminders, PatchReminder } from './reminders.contract.ts';
import {
  archiveReminder,
  countOwnReminders,
  findReminder,
  findReminders,
  insertReminder,
  type ReminderRow,
  updateReminder,
} from './reminders.store.ts';

interface OnTask {
  taskId: number;
}
interface OnReminder extends OnTask {
  id: number;
}

/** Of one person on one task. */
const mostReminders = 20;

async function requireTask(caller: Caller, id: number): Promise<TaskRow> {
  const task = await findTask(caller, id);
  if (!task) throw notFound('Task');
  return task;
}

export async function listReminders({ caller, params, query }: Call<OnTask, ListReminders, unknown>) {
  await requireTask(caller, params.taskId);
  return findReminders(caller, params.taskId, query);
}

export async function getReminder({ caller, params }: Call<OnReminder, unknown, unknown>) {
  return (await requireReminder(caller, params)).reminder;
}

export async function createReminder({
  caller,
  params,
  body,
}: Call<OnTask, unknown, CreateReminder>): Promise<ReminderRow> {
  const task = await requireTask(caller, params.taskId);
  refuseIdle(caller, task, body);
  return writeInTransaction(caller, async (tx) => {
    if ((await countOwnReminders(tx, caller, task.id)) >= mostReminders) throw tooMany();
    const [reminder] = await tx.write(insertReminder(caller, task.id, body), {
      event: 'task.reminder_added',
      action: 'create',
    });
    if (!reminder) throw new Error('A reminder was not written');
    return reminder;
  });
}

const tooMany = () =>
  new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: {}, formErrors: [`A task has at most ${mostReminders} reminders of yours`] },
  });

export async function patchReminder({ caller, params, body }: Call<OnReminder, unknown, PatchReminder>) {
  const { task, reminder } = await requireOwn(caller, params);
  const foreign = reminder.kind === 'offset' ? 'remind_at' : 'offset';
  if (body[foreign] !== undefined) throw invalidField(foreign, 'A reminder of this kind has none');
  refuseIdle(caller, task, body);
  const [changed] = await write(caller, updateReminder(caller, reminder, body), {
    event: 'task.reminder_changed',
    action: 'update',
  });
  if (!changed) throw notFound('Reminder');
  return changed;
}

export async function deleteReminder({ caller, params }: Call<OnReminder, unknown, unknown>): Promise<void> {
  const { reminder } = await requireOwn(caller, params);
  const [gone] = await write(caller, archiveReminder(caller, reminder.id), {
    event: 'task.reminder_removed',
    action: 'archive',
  });
  if (!gone) throw notFound('Reminder');
}

async function requireReminder(caller: Caller, { taskId, id }: OnReminder) {
  const task = await requireTask(caller, taskId);
  const reminder = await findReminder(caller, taskId, id);
  if (!reminder) throw notFound('Reminder');
  return { task, reminder };
}

/** The reminder of the task itself follows its fields. */
async function requireOwn(caller: Caller, params: OnReminder) {
  const found = await requireReminder(caller, params);
  if (found.reminder.user_id === null) {
    throw new AppError('forbidden', 'This reminder follows reminder_offset of the task: change that');
  }
  return found;
}

/** Refuses a reminder that could never come. */
function refuseIdle(caller: Caller, task: TaskRow, { offset, remind_at }: PatchReminder): void {
  const now = caller.platform.clock.now();
  if (offset !== undefined && task.due_at === null) throw invalidField('offset', 'The task has no due_at');
  if (offset !== undefined && task.due_at !== null && task.due_at <= now) {
    throw invalidField('offset', 'The task was due already');
  }
  if (remind_at !== undefined && new Date(remind_at) <= now) {
    throw invalidField('remind_at', 'Must be in the future');
  }
}
