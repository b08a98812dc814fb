import type { Caller } from '@wfp/shared';
import { byKey, Prisma, readRows } from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';
import { employeesAs, employeesAtWork, employeesOfUser } from '../../employees/index.ts';
import { positionTitleOf } from '../../positions/index.ts';
import { unfinishedByAssignee } from '../../tasks/index.ts';
import { teamsOfEmployee } from '../../teams/index.ts';
import type { FinishedTask, PersonFacts, TaskFacts } from '../prompt.ts';

const { sql, raw } = Prisma;

const maxPeople = 50;

const limitPeople = raw(`limit ${maxPeople}`);

/** Employees who could own a task, with their rank. Each branch reads at most the wanted number, by an index. */
const candidates = (
  org_id: number,
  employees: readonly number[],
  users: readonly number[],
  team_id: number | null,
) => {
  const atWork = employeesAtWork(org_id);
  return sql`
  select c.id, min(c.turn) as turn from (
    (select m.id, 0 as turn ${atWork} and m.id = any(${[...employees]}::int[]))
    union all
    (select m.id, 0 ${atWork} and m.user_id = any(${[...users]}::int[]))
    union all
    (select m.id, 1 ${atWork} and m.id = any(array(select employees_in_teams(${org_id}::int, array[${team_id}::int]))) order by m.id ${limitPeople})
    union all
    (select m.id, 2 ${atWork} order by m.id ${limitPeople})
  ) c group by c.id order by turn, c.id ${limitPeople}`;
};

/**
 * Returns candidates for the owner of a task: its assignee, people who finished similar tasks, its team, then other
 * employees. Includes users who are not employees.
 */
export function findPeople(
  caller: Caller,
  { assigned_employee_id, assigned_to, assigned_team_id }: TaskFacts,
  similar: readonly FinishedTask[],
): Promise<PersonFacts[]> {
  const users = distinctIds([assigned_to, ...similar.map((one) => one.done_by_user_id)]);
  const employees = distinctIds([assigned_employee_id, ...similar.map((one) => one.done_by_employee_id)]);
  const { org_id } = caller;
  return readRows<PersonFacts>(
    caller,
    byKey(sql`with open as materialized (${unfinishedByAssignee(org_id)}),
      known as materialized (
        select m.org_id, m.id as employee_id, m.user_id, coalesce(m.preferred_name, m.first_name) || ' ' || m.last_name as name,
          m.job_title, m.position_id, m.team_id, m.status = 'on_leave' as is_absent, c.turn
        from (${candidates(org_id, employees, users, assigned_team_id)}) c
        join ${employeesAs('m')} on m.org_id = ${org_id} and m.id = c.id
      ),
      people as (
        select * from known
        union all
        select u.org_id, null, u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name), null, null, null, false, 0
        from ${usersAs('u')} where u.org_id = ${org_id} and u.id = any(${users}::int[]) and u.status = 'active'
          and u.deleted_at is null and not u.is_service
          and not exists (select ${employeesOfUser('u')})
      )
      select p.user_id, p.employee_id, p.name, p.is_absent,
        coalesce(${positionTitleOf('p')}, p.job_title) as position,
        array(select p.team_id where p.team_id is not null union
          ${teamsOfEmployee('p')}
          order by 1) as team_ids,
        coalesce((select sum(o.tasks) from open o
          where o.assigned_employee_id = p.employee_id or o.assigned_to = p.user_id), 0)::int as open_tasks
      from people p order by p.turn, p.employee_id, p.user_id`),
  );
}

function distinctIds(some: readonly (number | null)[]): number[] {
  return [...new Set(some.filter((id) => id !== null))];
}
