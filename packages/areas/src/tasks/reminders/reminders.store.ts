import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  byKey,
  type Change,
  insertInto,
  lockRecord,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateIfDifferent,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { isOpen, momentBefore } from './reminder-moment.store.ts';
import type { CreateReminder, ListReminders, PatchReminder } from './reminders.contract.ts';

const { sql } = Prisma;

const ofTask = (column: string) =>
  sql`(select t.${Prisma.raw(column)} from tasks t where t.org_id = c.org_id and t.id = c.task_id)`;

const reminders = {
  name: 'task_reminders',
  aggregate: 'task',
  aggregate_id: 'task_id',
  resource: 'task_reminder',
  columns: Prisma.TaskReminderScalarFieldEnum,
  record_name: ofTask('title'),
};

/** What somebody sets for themselves is nobody else's business. */
export const remindersTable = recordedTable({
  ...reminders,
  subject: { users: [sql`c.user_id`], is_private: sql`true` },
});

/** That a reminder is due is seen by whoever sees the task, and by the one it is for. */
export const dueRemindersTable = recordedTable({
  ...reminders,
  subject: {
    employee: ofTask('assigned_employee_id'),
    team: ofTask('assigned_team_id'),
    users: [ofTask('assigned_to'), ofTask('created_by'), sql`c.user_id`],
  },
});

export interface ReminderRow {
  id: number;
  task_id: number;
  user_id: number | null;
  kind: 'offset' | 'absolute';
  offset: string | null;
  remind_at: Date | null;
  state: 'pending' | 'fired' | 'cancelled' | 'missed';
}

/** Live reminders of a task that concern the caller: their own, and the one of the task itself. */
const concerning = (caller: Caller, task_id: number) =>
  sql`r.org_id = ${caller.org_id} and r.task_id = ${task_id} and r.deleted_at is null
    and (r.user_id is null or r.user_id = ${caller.user_id})`;

export function findReminders(
  caller: Caller,
  task_id: number,
  query: ListReminders,
): Promise<Listed<ReminderRow>> {
  return readPage<ReminderRow>(caller, query, {
    columns: wireColumns(remindersTable, 'r'),
    from: sql`task_reminders r`,
    where: concerning(caller, task_id),
    orderBy: sql`r.remind_at, r.id`,
  });
}

export function findReminder(caller: Caller, task_id: number, id: number): Promise<ReminderRow | undefined> {
  return readOne<ReminderRow>(
    caller,
    sql`select ${wireColumns(remindersTable, 'r')} from task_reminders r
      where ${concerning(caller, task_id)} and r.id = ${id}`,
  );
}

/** How many reminders the caller has set for themselves on a task. No other comes until the transaction ends. */
export async function countOwnReminders(tx: Transaction, caller: Caller, task_id: number): Promise<number> {
  await lockRecord(tx, 'task_reminders', task_id);
  const [row] = await tx.rows<{ count: number }>(
    byKey(sql`select count(*)::int as count from task_reminders r
      where r.org_id = ${caller.org_id} and r.task_id = ${task_id} and r.user_id = ${caller.user_id} and r.deleted_at is null`),
  );
  return row?.count ?? 0;
}

export function insertReminder(
  caller: Caller,
  task_id: number,
  { kind, offset, remind_at }: CreateReminder,
): Change<ReminderRow> {
  return {
    table: remindersTable,
    statement: insertInto(caller, remindersTable, {
      task_id,
      kind: sql`${kind}::task_reminder_kind`,
      ...timed(caller, task_id, { offset, remind_at }),
      user_id: caller.user_id,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
  };
}

/** Another moment: the reminder waits for it, whatever became of the one before. */
export function updateReminder(
  caller: Caller,
  { id, task_id }: ReminderRow,
  patch: PatchReminder,
): Change<ReminderRow> {
  const values = Object.keys(patch).length === 0 ? {} : timed(caller, task_id, patch);
  return changeReminder(caller, id, values, updateIfDifferent);
}

export function archiveReminder(caller: Caller, id: number): Change<ReminderRow> {
  return changeReminder(caller, id, { deleted_at: sql`now()` });
}

function changeReminder(
  caller: Caller,
  id: number,
  values: object,
  update = updateRows,
): Change<ReminderRow> {
  const where = sql`id = ${id} and user_id = ${caller.user_id} and deleted_at is null`;
  return {
    table: remindersTable,
    statement: update(caller, remindersTable, { ...values }, where),
  };
}

/** The columns that say when, read from the task by the same statement that writes them. */
function timed(caller: Caller, task_id: number, { offset, remind_at }: PatchReminder) {
  const ofThis = sql`from tasks t where t.org_id = ${caller.org_id} and t.id = ${task_id}`;
  const moment = sql`(select ${momentBefore(sql`t.due_at`, sql`${offset}::text`)} ${ofThis})`;
  return {
    offset,
    remind_at: offset === undefined ? sql`${remind_at}::timestamptz` : moment,
    state: sql`(select case when ${isOpen} then 'pending' else 'cancelled' end::task_reminder_state ${ofThis})`,
  };
}
