import { type Caller, type Job, type OrganizationRun, organizationLane, queueMail } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { callerForUser } from '../../auth/index.ts';
import { findTask } from '../rows/tasks.store.ts';
import {
  closeUnfiredReminder,
  type DueReminder,
  findDueReminders,
  reminderBacklog,
  reminderQueue,
} from './lane.store.ts';
import { findRecipients, fireReminder, type Recipient, recordFiring } from './reminder-firing.store.ts';

const batchSize = 50;

/** Fires the due reminders of an organization. Those that fail are left to the sweeper. */
export const reminderLane: Job = organizationLane({
  queue: reminderQueue,
  role: 'schedules',
  concurrency: 5,
  isShared: true,
  emits: ['task.reminder_due'],
  backlog: reminderBacklog,
  run: async (call) => {
    const { platform, org_id, signal, log } = call;
    const now = platform.clock.now();
    const due = await findDueReminders(platform, org_id, now, batchSize);
    let failed = 0;
    for (const reminder of due) {
      if (signal.aborted) return 'more';
      // A reminder that fails must not block the others.
      await fire(call, reminder).catch((error: unknown) => {
        failed += 1;
        log.error({ err: error, reminder_id: reminder.id }, 'Reminder failed');
      });
    }
    return due.length === batchSize && failed === 0 ? 'more' : 'done';
  },
});

async function fire(call: OrganizationRun, reminder: DueReminder): Promise<void> {
  const { platform, org_id, caller } = call;
  if (reminder.is_too_late) return closeUnfiredReminder(platform, org_id, reminder, 'missed');
  const recipients = await filterReaders(call, reminder, await findRecipients(caller, reminder));
  // The user of the reminder is inactive or can no longer read the task.
  if (reminder.user_id !== null && recipients.length === 0) {
    return closeUnfiredReminder(platform, org_id, reminder, 'cancelled');
  }
  const notified = await writeInTransaction(caller, async (tx) => {
    const [fired] = await tx.write(fireReminder(caller, reminder), { event: 'task.reminder_due' });
    if (!fired) return null;
    const remaining = await recordFiring(tx, caller, reminder, recipients);
    let mails = 0;
    for (const one of remaining)
      if (await queueMail(tx, caller, buildReminderMail(caller, reminder, fired, one))) mails += 1;
    return mails;
  });
  if (notified !== null) {
    await call.note(`reminder ${reminder.id} of task ${reminder.task_id}: ${notified} users notified`);
  }
}

/** The recipients that may still read the task: an assignee may have lost the permission. */
async function filterReaders(
  { platform, org_id, origin }: OrganizationRun,
  { task_id }: DueReminder,
  people: readonly Recipient[],
): Promise<Recipient[]> {
  const readers: Recipient[] = [];
  for (const one of people) {
    const reader = await callerForUser(platform, { org_id, user_id: one.id }, origin, []);
    if (reader && (await findTask(reader, task_id))) readers.push(one);
  }
  return readers;
}

function buildReminderMail(
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
    notification: 'task_reminders' as const,
    subject: `Reminder: ${line}`,
    text: [
      due_at
        ? `“${line}” is due on ${formatInZone(due_at, time_zone)}.`
        : `You asked to be reminded of “${line}”.`,
      '',
      `${caller.platform.config.PUBLIC_URL}/api/tasks/${task_id}`,
    ].join('\n'),
  };
}

function formatInZone(at: Date, timeZone: string): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at);
  try {
    return `${format(timeZone)} (${timeZone})`;
  } catch {
    return `${format('UTC')} (UTC)`;
  }
}
