import { type Caller, rowsInScope } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { orderBy, type PageRequest, Prisma, readPage, type SortKey, type Transaction } from '@wfp/shared/db';
import { liveUserOf } from '../accounts/index.ts';
import { changesInScope, employeeOwners, employeeSortKeys, matchesText } from './rows/employees.store.ts';
import { namesOf } from './timeline/timeline.store.ts';

const { sql, empty } = Prisma;

/** Query for the ids of employees `e` who hold a position, including future hires. Can be extended with `and`. */
export const selectHolderIds = (org_id: Prisma.Sql, position_id: Prisma.Sql): Prisma.Sql => sql`
  select e.id from employees e where e.org_id = ${org_id} and e.position_id = ${position_id}
    and e.deleted_at is null and e.status <> 'terminated'`;

/** Query for the ids of employees `e` who take a position by a scheduled change. Can be extended with `and`. */
export const selectPlannedHolderIds = (org_id: Prisma.Sql, position_id: Prisma.Sql): Prisma.Sql => sql`
  select h.employee_id from employee_changes h
  join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
  where h.org_id = ${org_id} and h.state = 'scheduled' and h.set ->> 'position_id' = (${position_id})::text`;

export async function findUserOfEmployee(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
): Promise<number | null> {
  const [row] = await tx.rows<{ user_id: number }>(sql`select u.id as user_id from employees e
    join ${liveUserOf('u', 'e')}
    where e.org_id = ${caller.org_id} and e.id = ${employee_id}`);
  return row?.user_id ?? null;
}

/** Locks the employee of a user against changes until the transaction ends. */
export async function lockEmployeeOfUser(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.rows(sql`select e.id from employees e where e.org_id = ${caller.org_id} and e.user_id = ${user_id}
    and e.deleted_at is null for share`);
}

export interface HolderRow {
  employee_id: number;
  employee_number: string;
  first_name: string;
  last_name: string;
  since: string;
}

/** Employees as a table `e` with their names on a day. A lateral join reads only the changes of the rows in question. */
const employeesNamedAsOf = (
  as_of: string,
) => sql`(select p.org_id, p.id, p.employee_number, p.user_id, p.work_email, p.deleted_at,
    d.names ->> 'first_name' as first_name, d.names ->> 'last_name' as last_name, d.names ->> 'preferred_name' as preferred_name
  from employees p cross join lateral (select ${namesOf('p')} || (
    select jsonb_merge(h.set order by h.effective_date, h.sequence) from employee_changes h
    where h.org_id = p.org_id and h.employee_id = p.id and h.state in ('applied', 'scheduled')
      and h.effective_date <= ${as_of}::date) as names) d) e`;

const holderSortKeys = {
  name: employeeSortKeys.name,
  employee_number: employeeSortKeys.employee_number,
  since: sql`held.effective_date`,
} satisfies Record<string, SortKey>;

export const holderSorts = Object.keys(holderSortKeys);

/**
 * Lists the readable employees who hold a position today, or on another day if the caller may also read their changes: their last change up to that day that sets a position
 * sets this one, and their last status is not `terminated`.
 */
export async function findHolders(
  caller: Caller,
  position_id: number,
  query: PageRequest & { as_of?: string | undefined; q?: string | undefined; sort: string },
): Promise<ListPage<HolderRow>> {
  const day = query.as_of ?? caller.platform.clock.now().toISOString().slice(0, 10);
  const upTo = sql`h.org_id = e.org_id and h.employee_id = e.id and h.state in ('applied', 'scheduled')
    and h.effective_date <= ${day}::date`;
  const last = (
    field: string,
  ) => sql`lateral (select h.set ->> ${field}::text as value, h.effective_date from employee_changes h
    where ${upTo} and h.set ? ${field}::text order by h.effective_date desc, h.sequence desc limit 1)`;
  return readPage<HolderRow>(caller, query, {
    columns: sql`e.id as employee_id, e.employee_number, e.first_name, e.last_name,
      to_char(held.effective_date, 'YYYY-MM-DD') as since`,
    from: sql`${employeesNamedAsOf(day)} join ${last('position_id')} held on true left join ${last('status')} last_status on true`,
    where: sql`e.org_id = ${caller.org_id} and e.deleted_at is null
      and e.id in (select h.employee_id from employee_changes h where h.org_id = ${caller.org_id}
        and h.state in ('applied', 'scheduled') and h.set ->> 'position_id' = ${position_id}::int::text)
      and held.value = ${position_id}::int::text and last_status.value is distinct from 'terminated'
      and ${rowsInScope(caller, 'employee:read', employeeOwners('e'))} ${changesInScope(caller, query.as_of)}
      ${query.q ? sql`and ${matchesText(query.q, day)}` : empty}`,
    orderBy: orderBy(query.sort, holderSortKeys, sql`e.id`),
  });
}
