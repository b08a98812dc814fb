import type { Caller } from '@wfp/shared';
import { Prisma, readFewByKey } from '@wfp/shared/db';
import type { FinishedTask, PersonFacts, TaskFacts } from '../prompt.ts';

const { sql, raw } = Prisma;

const mostPeople = 50;

/**
 * How many unfinished tasks are whose. Of a longer column its last thousand are looked at: that is enough to compare
 * people, and costs the same whatever lies there.
 */
const openTasks = (org_id: number) => sql`select t.assigned_employee_id, t.assigned_to, count(*) as tasks
  from unnest('{todo,in_progress,reviewing,blocked}'::task_status[]) s(status)
  cross join lateral (
    select t.assigned_employee_id, t.assigned_to from tasks t
    where t.org_id = ${org_id} and t.status = s.status and t.slot is not null order by t.slot desc limit 1000
  ) t
  where t.assigned_employee_id is not null or t.assigned_to is not null group by 1, 2`;

const present = raw(`m.deleted_at is null and m.status in ('active', 'on_leave')`);
const firstPeople = raw(`limit ${mostPeople}`);

/** Employees who could own a task, with their turn. Each way to them finds no more than are wanted, by an index. */
const candidates = (
  org_id: number,
  employees: readonly number[],
  users: readonly number[],
  team_id: number | null,
) => sql`
  select c.id, min(c.turn) as turn from (
    (select m.id, 0 as turn from employees m where m.org_id = ${org_id} and m.id = any(${[...employees]}::int[]) and ${present})
    union all
    (select m.id, 0 from employees m where m.org_id = ${org_id} and m.user_id = any(${[...users]}::int[]) and ${present})
    union all
    (select m.id, 1 from employees m where m.org_id = ${org_id} and ${present}
      and m.id = any(array(select employees_in_teams(${org_id}::int, array[${team_id}::int]))) order by m.id ${firstPeople})
    union all
    (select m.id, 2 from employees m where m.org_id = ${org_id} and ${present} order by m.id ${firstPeople})
  ) c group by c.id order by turn, c.id ${firstPeople}`;

/**
 * Who could own a task: whoever has it, those who finished tasks like it, its team, and then others. Employees, and
 * users who are none.
 */
export function findPeople(
  caller: Caller,
  { assigned_employee_id, assigned_to, assigned_team_id }: TaskFacts,
  similar: readonly FinishedTask[],
): Promise<PersonFacts[]> {
  const users = ids([assigned_to, ...similar.map((one) => one.done_by_user_id)]);
  const employees = ids([assigned_employee_id, ...similar.map((one) => one.done_by_employee_id)]);
  const { org_id } = caller;
  return readFewByKey<PersonFacts>(
    caller,
    sql`with open as materialized (${openTasks(org_id)}),
      known as materialized (
        select m.org_id, m.id as employee_id, m.user_id, coalesce(m.preferred_name, m.first_name) || ' ' || m.last_name as name,
          m.job_title, m.position_id, m.team_id, m.status = 'on_leave' as is_absent, c.turn
        from (${candidates(org_id, employees, users, assigned_team_id)}) c
        join employees m on m.org_id = ${org_id} and m.id = c.id
      ),
      everybody as (
        select * from known
        union all
        select u.org_id, null, u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name), null, null, null, false, 0
        from users u where u.org_id = ${org_id} and u.id = any(${users}::int[]) and u.status = 'active'
          and u.deleted_at is null and not u.is_service
          and not exists (select from employees m where m.org_id = u.org_id and m.user_id = u.id and m.deleted_at is null)
      )
      select p.user_id, p.employee_id, p.name, p.is_absent,
        coalesce((select s.title from positions s where s.org_id = p.org_id and s.id = p.position_id), p.job_title) as position,
        array(select p.team_id where p.team_id is not null union
          select m.team_id from team_members m where m.org_id = p.org_id and m.employee_id = p.employee_id
            and m.deleted_at is null and m.joined_on <= current_date and (m.left_on is null or m.left_on > current_date)
          order by 1) as team_ids,
        coalesce((select sum(o.tasks) from open o
          where o.assigned_employee_id = p.employee_id or o.assigned_to = p.user_id), 0)::int as open_tasks
      from everybody p order by p.turn, p.employee_id, p.user_id`,
  );
}

function ids(some: readonly (number | null)[]): number[] {
  return [...new Set(some.filter((id) => id !== null))];
}
