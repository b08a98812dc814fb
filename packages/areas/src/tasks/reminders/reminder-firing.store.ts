import type { Caller } from '@wfp/shared';
import {
  byKey,
  type Change,
  Prisma,
  readRows,
  recordedTable,
  type Transaction,
  updateRows,
} from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';
import type { DueReminder } from './lane.store.ts';
import { currentRemindAt, isTaskOpen, recipientKey } from './reminder-time.store.ts';

const { sql } = Prisma;

const taskColumn = (column: string) =>
  sql`(select t.${Prisma.raw(column)} from tasks t where t.org_id = c.org_id and t.id = c.task_id)`;

/** The event is visible to users who see the task and to the user whose reminder it is. */
const dueRemindersTable = recordedTable({
  name: 'task_reminders',
  aggregate: 'task',
  aggregate_id: 'task_id',
  resource: 'task_reminder',
  columns: Prisma.TaskReminderScalarFieldEnum,
  record_name: taskColumn('title'),
  subject: {
    employee: taskColumn('assigned_employee_id'),
    team: taskColumn('assigned_team_id'),
    users: [taskColumn('assigned_to'), taskColumn('created_by'), sql`c.user_id`],
  },
});

export interface Recipient {
  id: number;
  email: string;
  time_zone: string;
}

/**
 * Returns the active users to notify: the user of the reminder or the task's assignee; for a team, its current members.
 */
export function findRecipients(caller: Caller, reminder: DueReminder): Promise<Recipient[]> {
  const { id, user_id } = reminder;
  return readRows<Recipient>(
    caller,
    byKey(sql`select u.id, u.email, u.time_zone
      from (select distinct a.user_id from (${user_id === null ? assignedUsers(caller, id) : sql`select ${user_id}::int as user_id`}) a) a
      cross join lateral (
        select u.* from ${usersAs('u')} where u.org_id = ${caller.org_id} and u.id = a.user_id offset 0) u
      where u.status = 'active' and u.deleted_at is null and not u.is_service order by u.id`),
  );
}

// Reads `employees` directly, because that area depends on this one. With `offset 0`, each row is found by its key:
// otherwise PostgreSQL would compare all employees of the organization, and read the team once for each.
function assignedUsers(caller: Caller, reminder_id: number): Prisma.Sql {
  return sql`select case when t.assigned_to is not null then t.assigned_to else e.user_id end as user_id
    from task_reminders r
    cross join lateral (select t.* from tasks t where t.org_id = r.org_id and t.id = r.task_id offset 0) t
    cross join lateral (select t.assigned_employee_id as id
      union all
      select employees_in_teams(t.org_id, array[t.assigned_team_id]) where t.assigned_team_id is not null) assignee
    left join lateral (
      select e.user_id from employees e where e.org_id = t.org_id and e.id = assignee.id and e.deleted_at is null offset 0) e on true
    where r.org_id = ${caller.org_id} and r.id = ${reminder_id}`;
}

/** Fires a reminder if it is unchanged since it was read. Of concurrent attempts, one succeeds. */
export function fireReminder(
  caller: Caller,
  { id, remind_at, fires_for }: DueReminder,
): Change<{ id: number; title: string; due_at: Date | null }> {
  const isUnchanged = sql`id = ${id} and state = 'pending' and remind_at = ${remind_at}::timestamptz and deleted_at is null
    and exists (select from task_reminders r join tasks t on t.org_id = r.org_id and t.id = r.task_id
      where r.org_id = task_reminders.org_id and r.id = task_reminders.id
        and ${isTaskOpen} and ${currentRemindAt} = ${remind_at}::timestamptz and ${recipientKey} = ${fires_for})
    and not exists (select from task_reminder_firings f where f.org_id = task_reminders.org_id
      and f.reminder_id = task_reminders.id and f.remind_at = ${remind_at}::timestamptz and f.fired_for = ${fires_for})`;
  return {
    table: dueRemindersTable,
    statement: updateRows(
      caller,
      dueRemindersTable,
      { state: sql`'fired'::task_reminder_state`, fired_at: sql`now()` },
      isUnchanged,
    ),
    select: sql`c.id, t.title, t.due_at`,
    join: sql`join tasks t on t.org_id = c.org_id and t.id = c.task_id`,
  };
}

/**
 * Records that a reminder fired at this time for these recipients.
 *
 * @returns the recipients that were not notified for this time before
 */
export async function recordFiring(
  tx: Transaction,
  caller: Caller,
  { id, remind_at, fires_for }: DueReminder,
  recipients: readonly Recipient[],
): Promise<Recipient[]> {
  const before = await tx.rows<{ user_id: number }>(
    sql`select unnest(user_ids) as user_id from task_reminder_firings
      where org_id = ${caller.org_id} and reminder_id = ${id} and remind_at = ${remind_at}::timestamptz`,
  );
  const notified = new Set(before.map((row) => row.user_id));
  const remaining = recipients.filter((one) => !notified.has(one.id));
  await tx.executeUnrecorded(sql`insert into task_reminder_firings (org_id, reminder_id, remind_at, fired_for, user_ids)
    values (${caller.org_id}, ${id}, ${remind_at}::timestamptz, ${fires_for}, ${remaining.map((one) => one.id)}::int[])`);
  return remaining;
}
