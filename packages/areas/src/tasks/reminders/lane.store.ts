import {
  type Backlog,
  type NumberedEvent,
  organizationWakeUps,
  type Platform,
  type WakeUp,
} from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, type RelayTransaction, readCrossTenant } from '@wfp/shared/operational';
import { openOrganizationOf } from '../../organizations/index.ts';
import { currentRemindAt, isTaskOpen, recipientKey, remindAtBefore } from './reminder-time.store.ts';

const { sql } = Prisma;

export const reminderQueue = 'task-reminders';

interface TouchedTask {
  org_id: number;
  task_id: number;
  since: Date;
  is_request: boolean;
  /** True if the task's own reminder was created for this batch. */
  is_new: boolean;
}

/**
 * Updates reminders after their tasks changed, in the relay's transaction, so that writing a task stays cheap. Uses the
 * current state of the tasks, so the projection of an event can be repeated.
 */
export async function projectReminders(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  const touched = await findTasksWithReminders(tx, batch);
  if (touched.length === 0) return [];
  const changed = await updateReminderTimes(tx, touched);
  const due = touched.filter((one) => one.is_new || one.is_request);
  return organizationWakeUps(reminderQueue, [...changed, ...due]);
}

const relevantEventTypes = /^task\.(?:post|reminder_(?:added|changed|restored)$)/;

/**
 * Joins the task of a row `u` by key. `offset 0` keeps it a separate subquery: without statistics, and for large
 * batches, PostgreSQL would otherwise read all tasks of the organization.
 */
const taskByKey = sql`cross join lateral (
    select t.* from tasks t where t.org_id = u.org_id and t.id = u.task_id offset 0) t`;

const offsetRemindAt = remindAtBefore(sql`t.due_at`, sql`t.reminder_offset`);

/**
 * Returns the tasks of a batch that have reminders. Creates the own reminder of each open task that has a
 * reminder_offset and no such reminder yet.
 */
async function findTasksWithReminders(
  tx: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<TouchedTask[]> {
  const relevant = batch.filter(
    ({ aggregate_type, event_type }) => aggregate_type === 'task' && relevantEventTypes.test(event_type),
  );
  if (relevant.length === 0) return [];
  return tx.rows<TouchedTask>(
    byKey(sql`
    with touched as (
      select org_id, task_id, min(at) as since, bool_or(is_request) as is_request
      from unnest(${relevant.map((one) => one.org_id)}::int[], ${relevant.map((one) => one.aggregate_id)}::int[],
                  ${relevant.map((one) => one.occurred_at)}::timestamptz[],
                  ${relevant.map((one) => one.event_type.startsWith('task.reminder'))}::boolean[]) e(org_id, task_id, at, is_request)
      group by org_id, task_id
    ),
    made as (
      insert into task_reminders (org_id, task_id, kind, "offset", remind_at, state)
      select t.org_id, t.id, 'offset', t.reminder_offset, ${offsetRemindAt},
        case when t.due_at is null then 'cancelled' when greatest(${offsetRemindAt}, t.due_at) > u.since then 'pending'
          else 'missed' end::task_reminder_state
      from touched u ${taskByKey}
      where t.reminder_offset is not null and ${isTaskOpen}
      on conflict (org_id, task_id) where user_id is null and deleted_at is null do nothing
      returning org_id, task_id
    )
    select u.org_id, u.task_id, u.since, u.is_request, m.task_id is not null as is_new
    from touched u left join made m on m.org_id = u.org_id and m.task_id = u.task_id
    where m.task_id is not null
      or (select true from task_reminders r where r.org_id = u.org_id and r.task_id = u.task_id and r.deleted_at is null limit 1)`),
  );
}

/**
 * Recomputes the time and state of reminders from their tasks. A reminder whose time has passed stays pending, and
 * fires immediately, if the task was not due yet when it was changed. Reminders are locked first, so that their `ctid`
 * is that of the latest version.
 */
function updateReminderTimes(
  tx: RelayTransaction,
  touched: readonly TouchedTask[],
): Promise<{ org_id: number }[]> {
  return tx.rows<{ org_id: number }>(
    byKey(sql`
    with wanted as (
      select r.org_id, r.id, r.place, r.state, r.remind_at as was_at, ${currentRemindAt} as at, ${recipientKey} as fires_for, ${isTaskOpen} as is_open,
             t.due_at, u.since, case when r.user_id is null then coalesce(t.reminder_offset, r."offset") else r."offset" end as "offset"
      from unnest(${touched.map((one) => one.org_id)}::int[], ${touched.map((one) => one.task_id)}::int[],
                  ${touched.map((one) => one.since)}::timestamptz[]) u(org_id, task_id, since)
      ${taskByKey}
      cross join lateral (
        select r.*, r.ctid as place from task_reminders r
        where r.org_id = u.org_id and r.task_id = u.task_id and r.deleted_at is null for no key update) r
    ),
    decided as (
      select w.*, (case
        when not is_open or at is null then case state when 'pending' then 'cancelled' else state::text end
        when exists (select from task_reminder_firings f where f.org_id = w.org_id and f.reminder_id = w.id
          and f.remind_at = at and (f.fired_for = fires_for or fires_for = 'nobody')) then 'fired'
        when at = was_at and state in ('pending', 'missed') then state::text
        when greatest(at, due_at) > since then 'pending'
        when at = was_at and state = 'fired' then 'fired'
        else 'missed' end)::task_reminder_state as next
      from wanted w
    )
    update task_reminders r set state = d.next, remind_at = coalesce(d.at, r.remind_at), "offset" = d."offset",
      updated_at = greatest(now(), r.updated_at + interval '1 millisecond')
    from decided d
    where r.ctid = d.place and (r.state, r.remind_at, r."offset") is distinct from (d.next, coalesce(d.at, r.remind_at), d."offset")
    returning r.org_id`),
  );
}

export interface DueReminder {
  id: number;
  task_id: number;
  user_id: number | null;
  remind_at: Date;
  /** Identifies the current recipients; see `recipientKey`. */
  fires_for: string;
  is_too_late: boolean;
}

/** A reminder that is later than this is sent only if its task has a due date that has not passed. */
const maxDelay = sql`interval '24 hours'`;

export function findDueReminders(
  platform: Platform,
  org_id: number,
  now: Date,
  max: number,
): Promise<DueReminder[]> {
  return readCrossTenant<DueReminder>(
    platform,
    byKey(sql`select r.id, r.task_id, r.user_id, r.remind_at, ${recipientKey} as fires_for,
        r.remind_at < ${now}::timestamptz - ${maxDelay} and coalesce(t.due_at <= ${now}::timestamptz, true) as is_too_late
      from task_reminders r
      cross join lateral (select t.* from tasks t where t.org_id = r.org_id and t.id = r.task_id offset 0) t
      join ${openOrganizationOf('o', 'r')}
      where r.org_id = ${org_id} and r.state = 'pending' and r.deleted_at is null and r.remind_at <= ${now}::timestamptz
        and ${isTaskOpen} and ${currentRemindAt} = r.remind_at
      order by r.remind_at, r.id limit ${max}::int`),
  );
}

/** Closes a reminder that will not fire, without an event. */
export async function closeUnfiredReminder(
  platform: Platform,
  org_id: number,
  { id, remind_at }: DueReminder,
  state: 'missed' | 'cancelled',
): Promise<void> {
  await executeOperational(
    platform,
    sql`update task_reminders set state = ${state}::task_reminder_state,
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where org_id = ${org_id} and id = ${id} and state = 'pending' and remind_at = ${remind_at}::timestamptz returning id`,
  );
}

const isPending = sql`r.state = 'pending' and r.deleted_at is null`;

export const reminderBacklog: Backlog = {
  from: sql`task_reminders r join ${openOrganizationOf('o', 'r')}`,
  orgId: sql`r.org_id`,
  due: (now) => sql`${isPending} and r.remind_at <= ${now}::timestamptz`,
  // Reminders that are due but failed are left to the sweeper.
  next: { at: sql`r.remind_at`, where: (now) => sql`${isPending} and r.remind_at > ${now}::timestamptz` },
};
