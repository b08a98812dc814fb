import { type Caller, type Job, type OrganizationRun, organizationLane, queueMail } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { callerOfUser } from '../../auth/index.ts';
import { findTask } from '../rows/tasks.store.ts';
import {
  type DueReminder,
  dueReminders,
  giveUpReminder,
  reminderBacklog,
  reminderQueue,
} from './lane.store.ts';
import { findRecipients, fireReminder, noteFiring, type Recipient } from './reminder-firing.store.ts';

const remindersAtOnce = 50;

/** Fires the reminders of an organization whose moment has come. Those that are left over are found by the sweeper. */
export const reminderLane: Job = organizationLane({
  queue: reminderQueue,
  role: 'schedules',
  concurrency: 5,
  emits: ['task.reminder_due'],
  backlog: reminderBacklog,
  run: async (call) => {
    const { platform, org_id, signal, log } = call;
    const now = platform.clock.now();
    const due = await dueReminders(platform, org_id, now, remindersAtOnce);
    let failed = 0;
    for (const reminder of due) {
      if (signal.aborted) return 'more';
      // One that cannot be fired must not keep the others.
      await fire(call, reminder).catch((error: unknown) => {
        failed += 1;
        log.error({ err: error, reminder_id: reminder.id }, 'A reminder could not be fired');
      });
    }
    return due.length === remindersAtOnce && failed === 0 ? 'more' : 'done';
  },
});

async function fire(call: OrganizationRun, reminder: DueReminder): Promise<void> {
  const { platform, org_id, caller } = call;
  if (reminder.is_too_late) return giveUpReminder(platform, org_id, reminder, 'missed');
  const recipients = await readersAmong(call, reminder, await findRecipients(caller, reminder));
  // Whoever set it for themselves is gone, or sees the task no more.
  if (reminder.user_id !== null && recipients.length === 0) {
    return giveUpReminder(platform, org_id, reminder, 'cancelled');
  }
  const told = await writeInTransaction(caller, async (tx) => {
    const [fired] = await tx.write(fireReminder(caller, reminder), { event: 'task.reminder_due' });
    if (!fired) return null;
    const left = await noteFiring(tx, caller, reminder, recipients);
    for (const one of left) await queueMail(tx, caller, mailOf(caller, reminder, fired, one));
    return left;
  });
  if (told)
    await call.note(`reminder ${reminder.id} of task ${reminder.task_id}: ${told.length} people told`);
}

/** Those who may read the task: an assignee may have lost the right since. */
async function readersAmong(
  { platform, org_id, origin }: OrganizationRun,
  { task_id }: DueReminder,
  people: readonly Recipient[],
): Promise<Recipient[]> {
  const readers: Recipient[] = [];
  for (const one of people) {
    const reader = await callerOfUser(platform, { org_id, user_id: one.id }, origin, []);
    if (reader && (await findTask(reader, task_id))) readers.push(one);
  }
  return readers;
}

function mailOf(
  caller: Caller,
  { task_id }: DueReminder,
  { title, due_at }: { title: string; due_at: Date | null },
  { id, email, time_zone }: Recipient,
) {
  const line = title.replaceAll(/\s+/g, ' ');
  return {
    user_id: id,
    to: email,
    kind: 'task_reminder',
    subject: `Reminder: ${line}`,
    text: [
      due_at ? `“${line}” is due on ${inZone(due_at, time_zone)}.` : `You asked to be reminded of “${line}”.`,
      '',
      `${caller.platform.config.PUBLIC_URL}/api/tasks/${task_id}`,
    ].join('\n'),
  };
}

function inZone(at: Date, timeZone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at);
  try {
    return `${format(timeZone)} (${timeZone})`;
  } catch {
    return `${format('UTC')} (UTC)`;
  }
}
