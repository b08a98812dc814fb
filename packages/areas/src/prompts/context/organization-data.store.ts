import type { Caller } from '@wfp/shared';
import { byKey, Prisma, plannedOnce, readOne, readRows } from '@wfp/shared/db';
import { employeeById } from '../../employees/index.ts';
import { activeTaskCategories } from '../../enums/index.ts';
import { organizationOf, restrictsLabels } from '../../organizations/index.ts';
import { liveLabels } from '../../task-labels/index.ts';
import { lastDoneTasks, newestLabels, tasksAs } from '../../tasks/index.ts';
import type { FinishedTask, TaskContext } from '../prompt.ts';
import type { ComparedTask } from './finished-tasks.ts';

const { sql, raw } = Prisma;

/** Bounds the rows that each part reads, regardless of the size of the organization. */
const maxRows = { labels: 50, labelled: 2_000, finished: 2_000 };

const catalogue = liveLabels(sql`t.org_id`);

/**
 * SQL for the labels of the newest tasks and of the catalogue, the most used first. If the organization allows only
 * labels of its catalogue, others are omitted.
 */
const labelUsage = sql`(select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'uses', b.uses) order by b.uses desc, b.name), '[]') from (
    select a.name, sum(a.uses)::int as uses from (
      select n.label as name, count(*) as uses from (
        ${newestLabels('t', maxRows.labelled)}) n where n.label is not null group by n.label
      union all
      select l.name, 0 ${catalogue}
    ) a
    where a.name in (select l.name ${catalogue})
      or not ${restrictsLabels(sql`t.org_id`)}
    group by a.name order by 2 desc, 1 ${raw(`limit ${maxRows.labels}`)}) b)`;

const activeCategories = sql`(select coalesce(jsonb_agg(jsonb_build_object('code', v.code, 'name', v.label) order by v.position, v.id), '[]')
    ${activeTaskCategories(sql`t.org_id`)})`;

export async function findVocabulary(caller: Caller): Promise<TaskContext['organization']> {
  const found = await readOne<TaskContext['organization']>(
    caller,
    sql`select o.name, ${labelUsage} as labels, ${activeCategories} as categories
      from (select ${caller.org_id}::int as org_id) t join ${organizationOf('o', 't')}`,
  );
  if (!found) throw new Error("Invariant: the caller's organization does not exist");
  return found;
}

/**
 * Returns the last tasks of the `done` column, from its end upwards. They may have megabytes, so they are not read over
 * the connection for reads by key, which all requests share.
 */
export function findFinishedTasks(caller: Caller): Promise<ComparedTask[]> {
  return readRows<ComparedTask>(
    caller,
    plannedOnce(sql`select t.id, t.title, t.label, t.category_code, extract(epoch from t.updated_at)::float8 as version
      from (${lastDoneTasks(caller.org_id, maxRows.finished)}) t`),
  );
}

/** A finished task, and the version of the task that it was read from. */
export interface Completion {
  task: FinishedTask;
  version: number;
}

/**
 * Returns tasks with the time of their last `task.completed` event. A task counts as finished by its current assignee;
 * without an assignee, by the user who caused that event. For a task of a team, both ids are null.
 */
export async function findCompletions(caller: Caller, ids: readonly number[]): Promise<Completion[]> {
  const rows = await readRows<FinishedTask & { version: number }>(
    caller,
    byKey(sql`select s.id, s.title, s.priority, s.label, s.category_code, extract(epoch from s.updated_at)::float8 as version,
        s.assigned_employee_id as done_by_employee_id,
        case when s.assigned_to is not null then s.assigned_to
          when s.assigned_employee_id is not null then
            (select m.user_id from (${employeeById(caller.org_id, 's.assigned_employee_id')}) m)
          when s.assigned_team_id is null then (d.payload ->> 'actor_id')::int end as done_by_user_id,
        wire_time(coalesce(d.occurred_at, s.updated_at)) as completed_at
      from unnest(${[...ids]}::int[]) x(id)
      cross join lateral (
        select t.* from ${tasksAs('t')} where t.org_id = ${caller.org_id} and t.id = x.id offset 0
      ) s
      left join lateral (
        select e.occurred_at, e.payload from events e where e.org_id = s.org_id and e.aggregate_type = 'task'
          and e.aggregate_id = s.id and e.event_type = 'task.completed' order by e.id desc limit 1
      ) d on true`),
  );
  return rows.map(({ version, ...task }) => ({ task, version }));
}
