import type { Caller } from '@wfp/shared';
import { byKey, Prisma, plannedOnce, readRows } from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';
import { employeeById, employeesAtWork, employeesOfUser, isAtWork } from '../../employees/index.ts';
import { positionTitleOf } from '../../positions/index.ts';
import { unfinishedByAssignee } from '../../tasks/index.ts';
import { teamsOfEmployee } from '../../teams/index.ts';
import { type FoundPerson, maxPeople, type PeopleQuery } from './people.ts';

const { sql, raw } = Prisma;

const limitPeople = raw(`limit ${maxPeople}`);

/**
 * Query for the ids of employees: those given, whether or not they are at work, those at work with one of the user or team
 * ids and, if `first` is set, the first at work of the organization. Each branch reads few rows, by an index.
 */
function selectEmployees(org_id: number, { employees, users, teams, first }: PeopleQuery): Prisma.Sql {
  const atWork = employeesAtWork(org_id);
  return sql`
    select 'employee' as found_by, x.id as key, x.id from unnest(${[...employees]}::int[]) x(id)
    union all
    select 'user', m.user_id, m.id ${atWork} and m.user_id = any(${[...users]}::int[])
    union all
    select 'team', x.team_id, m.id from unnest(${[...teams]}::int[]) x(team_id) cross join lateral (
      select m.id ${atWork} and m.id = any(array(select employees_in_teams(${org_id}::int, array[x.team_id])))
      order by m.id ${limitPeople}) m
    union all
    (select 'first', 0, m.id ${atWork} and ${first}::bool order by m.id ${limitPeople})`;
}

type PersonRow = Omit<FoundPerson, 'person'> & Omit<FoundPerson['person'], 'open_tasks'>;

export async function findPeople(
  caller: Caller,
  query: PeopleQuery,
  openTasks: OpenTasks,
): Promise<FoundPerson[]> {
  const { org_id } = caller;
  const rows = await readRows<PersonRow>(
    caller,
    byKey(sql`with known as materialized (
        select c.found_by, c.key, m.org_id, m.id as employee_id, m.user_id,
          coalesce(m.preferred_name, m.first_name) || ' ' || m.last_name as name,
          m.job_title, m.position_id, m.team_id, m.status = 'on_leave' as is_absent
        from (${selectEmployees(org_id, query)}) c
        cross join lateral (${employeeById(org_id, 'c.id')}) m
        where ${isAtWork('m')}
      ),
      people as (
        select * from known
        union all
        select 'user', u.id, u.org_id, null, u.id, coalesce(u.display_name, u.first_name || ' ' || u.last_name), null, null, null, false
        from ${usersAs('u')} where u.org_id = ${org_id} and u.id = any(${[...query.users]}::int[]) and u.status = 'active'
          and u.deleted_at is null and not u.is_service
          and not exists (select ${employeesOfUser('u')})
      )
      select p.found_by, p.key, p.user_id, p.employee_id, p.name, p.is_absent,
        coalesce(${positionTitleOf('p')}, p.job_title) as position,
        array(select p.team_id where p.team_id is not null union
          ${teamsOfEmployee('p')}
          order by 1) as team_ids
      from people p`),
  );
  return rows.map(({ found_by, key, user_id, employee_id, name, is_absent, position, team_ids }) => {
    const open_tasks = openTasks.of({ employee_id, user_id });
    return {
      found_by,
      key,
      person: { user_id, employee_id, name, position, team_ids, open_tasks, is_absent },
    };
  });
}

/** The number of unfinished tasks of each assignee. */
export class OpenTasks {
  readonly #ofEmployees = new Map<number, number>();
  readonly #ofUsers = new Map<number, number>();

  constructor(rows: readonly OpenTasksRow[]) {
    for (const { assigned_employee_id, assigned_to, tasks } of rows) {
      if (assigned_employee_id !== null) this.#ofEmployees.set(assigned_employee_id, tasks);
      if (assigned_to !== null) this.#ofUsers.set(assigned_to, tasks);
    }
  }

  /** The sum counts no task twice, because a task has at most one assignee. */
  of({ employee_id, user_id }: { employee_id: number | null; user_id: number | null }): number {
    return (this.#ofEmployees.get(employee_id ?? 0) ?? 0) + (this.#ofUsers.get(user_id ?? 0) ?? 0);
  }
}

interface OpenTasksRow {
  assigned_employee_id: number | null;
  assigned_to: number | null;
  tasks: number;
}

/** Not read by key, because there may be thousands of assignees. */
export async function countOpenTasksOfAssignees(caller: Caller): Promise<OpenTasks> {
  const rows = await readRows<OpenTasksRow>(
    caller,
    plannedOnce(sql`select o.assigned_employee_id, o.assigned_to, o.tasks::int as tasks
      from (${unfinishedByAssignee(caller.org_id)}) o`),
  );
  return new OpenTasks(rows);
}
