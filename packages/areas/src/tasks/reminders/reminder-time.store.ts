import { Prisma } from '@wfp/shared/db';
import { reminderOffsets } from '../rows/tasks.contract.ts';

const { sql, raw } = Prisma;

const unitSeconds = { m: 60, h: 3_600, d: 86_400 };

/** A day is 24 hours, even when daylight saving time begins or ends. */
export function offsetSeconds(offset: (typeof reminderOffsets)[number]): number {
  return Number.parseInt(offset, 10) * unitSeconds[offset.slice(-1) as keyof typeof unitSeconds];
}

const cases = reminderOffsets.map((offset) => `when '${offset}' then ${offsetSeconds(offset)}`).join(' ');

/** SQL for the time of a reminder; null if there is no due date or no offset. */
export function remindAtBefore(due_at: Prisma.Sql, offset: Prisma.Sql): Prisma.Sql {
  return sql`(${due_at} - (case ${offset} ${raw(cases)} end) * interval '1 second')`;
}

/** SQL for the time of reminder `r` according to the current task `t`. */
export const currentRemindAt = sql`case r.kind when 'absolute' then r.remind_at
  else ${remindAtBefore(sql`t.due_at`, sql`case when r.user_id is null then t.reminder_offset else r."offset" end`)} end`;

export const isTaskOpen = sql`(t.deleted_at is null and t.status not in ('done', 'cancelled'))`;

/** SQL for a key that identifies the recipients of reminder `r` of task `t`. A reminder fires once per time and key. */
export const recipientKey = sql`case when r.user_id is not null then 'user ' || r.user_id
  when t.assigned_to is not null then 'user ' || t.assigned_to
  when t.assigned_employee_id is not null then 'employee ' || t.assigned_employee_id
  when t.assigned_team_id is not null then 'team ' || t.assigned_team_id else 'nobody' end`;
