import { type Caller, type Permission, rowsInScope } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { employeeOwners } from '../rows/employees.store.ts';
import { todayOf } from '../timeline/time-zones.store.ts';
import { maxManagementLevels } from '../timeline/timeline.policy.ts';
import { isEffective } from '../timeline/timeline.store.ts';

const { sql, join } = Prisma;

/** The primary teams of an employee and the managers above, with their days from today on, as PostgreSQL returns them. */
export interface Reach {
  placements: object[];
  /** The primary team of the caller. */
  own_team_id: number | null;
}

/** Common table expressions `today` and `reach` of an employee, who has the placements of `reach` on the days of each. */
const reachOf = (caller: Caller, employee_id: number, org_id = caller.org_id) => sql`
  today(day) as (select ${todayOf(caller, 'e')}::date from employees e where e.org_id = ${org_id} and e.id = ${employee_id}),
  up(id, since, until, level) as (
    select s.value::int, s.since, s.until, 1
    from today cross join lateral employee_spans(${org_id}::int, ${employee_id}::int, 'manager_id') s
    where s.value is not null and s.until > today.day
    union
    select s.value::int, greatest(s.since, up.since), least(s.until, up.until), up.level + 1
    from today cross join up cross join lateral employee_spans(${org_id}::int, up.id, 'manager_id') s
    where up.id <> ${employee_id} and up.level < ${maxManagementLevels}::int and s.value is not null
      and s.since < up.until and s.until > greatest(up.since, today.day)
  ),
  reach(kind, id, days) as (
    select 'manager', up.id, range_agg(daterange(up.since, up.until)) from up group by up.id
    union all
    select 'team', s.value::int, range_agg(daterange(s.since, s.until))
    from today cross join lateral employee_spans(${org_id}::int, ${employee_id}::int, 'team_id') s
    where s.value is not null and s.until > today.day group by s.value
  )`;

const selectOwnTeam = (caller: Caller) => sql`(select c.team_id from employees c
  where c.org_id = ${caller.org_id} and c.id = ${caller.employee_id}::int)`;

/** Returns the reach of an employee before a change, from applied and scheduled changes. */
export async function findReach(tx: Transaction, caller: Caller, employee_id: number): Promise<Reach> {
  const [found] = await tx.rows<Reach>(sql`with recursive ${reachOf(caller, employee_id)}
    select coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'id', r.id, 'days', r.days::text)) from reach r),
      '[]') as placements, ${selectOwnTeam(caller)} as own_team_id`);
  if (!found) throw new Error('Invariant: the query returned no row');
  return found;
}

/** Returns the primary team of the caller. */
export async function findOwnTeam(tx: Transaction, caller: Caller): Promise<number | null> {
  const [found] = await tx.rows<{ id: number | null }>(sql`select ${selectOwnTeam(caller)} as id`);
  return found?.id ?? null;
}

export interface GainedReach {
  /** Primary teams on days from today on that are new. */
  team_ids: number[];
  /** The users of managers who are above the employee on days that are new. */
  user_ids: number[];
  /** True if the caller is above the employee, also on such a day. */
  is_above: boolean;
  is_newly_above: boolean;
}

/** Compares the reach of an employee with the one before a change. */
export async function findGainedReach(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  before: readonly object[],
): Promise<GainedReach> {
  const [found] = await tx.rows<GainedReach>(sql`with recursive ${reachOf(caller, employee_id)},
    compared as (
      select r.kind, r.id, m.user_id, coalesce(r.kind = 'manager' and r.id = ${caller.employee_id}::int, false) as is_caller,
        not isempty((r.days - coalesce(b.days, '{}')) * datemultirange(daterange(today.day, null))) as is_new
      from today cross join reach r
      left join jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b(kind text, id int, days datemultirange)
        on b.kind = r.kind and b.id = r.id
      left join employees m on r.kind = 'manager' and m.org_id = ${caller.org_id} and m.id = r.id
    )
    select array(select c.id from compared c where c.kind = 'team' and c.is_new order by c.id) as team_ids,
      array(select distinct c.user_id from compared c where c.is_new and c.user_id is not null order by 1) as user_ids,
      coalesce(bool_or(c.is_caller), false) as is_above,
      coalesce(bool_or(c.is_caller and c.is_new), false) as is_newly_above
    from compared c`);
  if (!found) throw new Error('Invariant: the query returned no row');
  return found;
}

/**
 * Returns the ids of the employees below an employee on any day from today on, at most `limit`.
 *
 * @param isIncluded true to return the employee, too
 */
export async function findPeopleBelow(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  { isIncluded, limit }: { isIncluded: boolean; limit: number },
): Promise<number[]> {
  const { org_id } = caller;
  const rows = await tx.rows<{ id: number }>(sql`
    with recursive down(id, since, until, level) as (
      select e.id, ${todayOf(caller, 'e')}::date, 'infinity'::date, 0 from employees e
      where e.org_id = ${org_id} and e.id = ${employee_id}
      union
      select h.employee_id, greatest(s.since, down.since), least(s.until, down.until), down.level + 1
      from down join employee_changes h on h.org_id = ${org_id} and h.set ->> 'manager_id' = down.id::text
        and ${isEffective} and h.set ? 'manager_id'
      join employees r on r.org_id = h.org_id and r.id = h.employee_id and r.deleted_at is null
      cross join lateral employee_spans(${org_id}::int, h.employee_id, 'manager_id') s
      where down.level < ${maxManagementLevels}::int and s.value = down.id::text
        and s.since < down.until and s.until > down.since
    ) select down.id from down where ${isIncluded} or down.level > 0 limit ${limit}::int`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns those of some permissions that the caller does not have on all of some employees. */
export async function findMissingPermissions(
  tx: Transaction,
  caller: Caller,
  employee_ids: readonly number[],
  permissions: readonly Permission[],
): Promise<Permission[]> {
  // Most permissions have the same scope, whose condition is evaluated once.
  const groups = [
    ...Map.groupBy(permissions, (permission) => JSON.stringify(caller.rowScopeFor(permission))).values(),
  ];
  const isMissing = groups.map(
    ([permission]) =>
      sql`coalesce(bool_or((${rowsInScope(caller, permission as Permission, employeeOwners('e'))}) is not true), false)`,
  );
  const [found] = await tx.rows<{ missing: boolean[] }>(sql`select array[${join(isMissing)}] as missing
    from employees e where e.org_id = ${caller.org_id} and e.id = any(${[...employee_ids]}::int[])`);
  return groups.flatMap((group, index) => (found?.missing[index] ? group : []));
}

/** Query for ids of users. */
export const usersById = (ids: readonly number[]): Prisma.Sql => sql`select unnest(${[...ids]}::int[])`;
