import { AppError, type Caller, invalidField } from '@wfp/shared';
import { byKey, lockRecord, Prisma, type Transaction } from '@wfp/shared/db';
import { isTaskOpen, remindAtBefore } from './reminder-time.store.ts';

const { sql, raw } = Prisma;

const userOf = (alias: string) => raw(`"${alias}".user_id`);

/** A caller's reminders are their own and that of the task itself. */
export const isOwnOrTaskReminder = ({ user_id }: Caller, alias: string) =>
  sql`(${userOf(alias)} is null or ${userOf(alias)} = ${user_id})`;

/** True for a reminder that a user set for themselves. */
export const isUserReminder = (alias: string) => sql`${userOf(alias)} is not null`;

/** Of one user on one task. */
const maxReminders = 20;

/** Rejects one reminder more than a user may have on a task. No other is added until the transaction ends. */
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
  const formErrors = [`A task has at most ${maxReminders} reminders of yours`];
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors: {}, formErrors } });
}

/** When a reminder is to fire: so long before the due date, or at a moment. */
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
 * The moment and the state that a reminder has with a timing, by the present task.
 *
 * @throws AppError `invalid` for a moment that has passed, or never comes
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
    throw invalidField('offset', 'The task was due already');
  }
  const moment = remind_at === undefined ? task?.before_due : new Date(remind_at);
  if (!moment || (remind_at !== undefined && moment <= now)) {
    throw invalidField('remind_at', 'Must be in the future');
  }
  return { remind_at: moment.toISOString(), state: task?.is_open ? 'pending' : 'cancelled' };
}
