import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/**
 * `from` clause for the newest relations `l` of a task in either direction, with the live tasks `o` at the other end.
 * `offset 0` and the later check of deleted_at leave one index for each direction: otherwise PostgreSQL may read all
 * relations of the organization in a partial index.
 */
export const newestRelations = (task: string, max: number): Prisma.Sql =>
  raw(`from (
      (select x.*, x.other_task_id as other_end from task_relations x
        where x.org_id = ${task}.org_id and x.task_id = ${task}.id offset 0)
      union all
      (select x.*, x.task_id from task_relations x
        where x.org_id = ${task}.org_id and x.other_task_id = ${task}.id offset 0)) l
    cross join lateral (select o.* from tasks o where o.org_id = ${task}.org_id and o.id = l.other_end offset 0) o
    where l.deleted_at is null and o.deleted_at is null
    order by l.id desc limit ${max}`);

/** Query for the labels, including null, of the newest live tasks of a row's organization. */
export const newestLabels = (row: string, max: number): Prisma.Sql =>
  raw(`select t2.label from tasks t2 where t2.org_id = ${row}.org_id and t2.deleted_at is null
        order by t2.id desc limit ${max}`);

/** Query for at most `max` done tasks, the last in the column first. */
export const lastDoneTasks = (org_id: number, max: number): Prisma.Sql =>
  sql`select t.* from tasks t where t.org_id = ${org_id} and t.status = 'done' and t.slot is not null
          order by t.slot desc ${raw(`limit ${max}`)}`;

/**
 * Query for the number of unfinished tasks per assigned employee or user. Counts at most the last 1,000 tasks of each
 * column, so that the cost does not depend on the size of the board.
 */
export const unfinishedByAssignee = (
  org_id: number,
): Prisma.Sql => sql`select t.assigned_employee_id, t.assigned_to, count(*) as tasks
  from unnest('{todo,in_progress,reviewing,blocked}'::task_status[]) s(status)
  cross join lateral (
    select t.assigned_employee_id, t.assigned_to from tasks t
    where t.org_id = ${org_id} and t.status = s.status and t.slot is not null order by t.slot desc limit 1000
  ) t
  where t.assigned_employee_id is not null or t.assigned_to is not null group by 1, 2`;
