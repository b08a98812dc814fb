import { type Caller, invalidField, invalidRequest } from '@wfp/shared';
import { byKey, lockRecord, Prisma, type Transaction } from '@wfp/shared/db';
import { isTaskOpen, remindAtBefore } from './reminder-time.store.ts';

const { sql, raw } = Prisma;

const userOf = (alias: string) => raw(`"${alias}".user_id`);

/** Condition: the reminder is one of the caller's, or a task's own. */
export const isOwnOrTaskReminder = ({ user_id }: Caller, alias: string) =>
  sql`(${userOf(alias)} is null or ${userOf(alias)} = ${user_id})`;

/** Condition: the reminder is one of a user, not a task's own. */
export const isUserReminder = (alias: string) => sql`${userOf(alias)} is not null`;

/** Per user and task. */
const maxReminders = 20;

/** Rejects a reminder beyond the max per user and task. Locks the task's reminders until the transaction ends. */
export async function rejectTooMany(
  tx: Transaction,
  caller: Caller,
  task_id: number | undefined,
): Promise<void> {
  await lockRecord(tx, 'task_reminders', Number(task_id));
  const [row] = await tx.rows<{ count: number }>(
    byKey(sql`select count(*)::int as count from task_reminders r
      where r.org_id = ${caller.org_id} and r.task_id = ${task_id} and r.user_id = ${caller.user_id} and r.deleted_at is null`),
  );
  if ((row?.count ?? 0) < maxReminders) return;
  throw invalidRequest(`You can have at most ${maxReminders} reminders on a task`);
}

/** One of the two is set. */
interface Timing {
  offset: string | undefined;
  remind_at: string | undefined;
}

interface TaskTiming {
  due_at: Date | null;
  before_due: Date | null;
  is_open: boolean;
}

/**
 * Computes the time and state of a reminder from its task.
 *
 * @throws AppError `invalid` on `remind_at` if it is not in the future, or on `offset` if the task has no due date in
 * the future
 */
export async function computeRemindAt(
  tx: Transaction,
  caller: Caller,
  task_id: number | undefined,
  { offset, remind_at }: Timing,
): Promise<{ remind_at: string; state: 'pending' | 'cancelled' }> {
  const [task] = await tx.rows<TaskTiming>(
    byKey(sql`select t.due_at, ${remindAtBefore(sql`t.due_at`, sql`${offset ?? null}::text`)} as before_due, ${isTaskOpen} as is_open
      from tasks t where t.org_id = ${caller.org_id} and t.id = ${task_id}`),
  );
  const now = caller.platform.clock.now();
  if (offset !== undefined && !task?.due_at) throw invalidField('offset', 'The task has no due_at');
  if (offset !== undefined && task?.due_at && task.due_at <= now) {
    throw invalidField('offset', 'The due date of the task has passed');
  }
  const moment = remind_at === undefined ? task?.before_due : new Date(remind_at);
  if (!moment || (remind_at !== undefined && moment <= now)) {
    throw invalidField('remind_at', 'Must be in the future');
  }
  return { remind_at: moment.toISOString(), state: task?.is_open ? 'pending' : 'cancelled' };
}
