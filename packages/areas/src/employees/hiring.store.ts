import type { Caller } from '@wfp/shared';
import { Prisma, type Steps } from '@wfp/shared/db';

const { sql } = Prisma;

/** Advisory lock of employee numbers ("wfen"): one hire an organization at a time takes one. */
const numberLock = 0x7766656e;

/** Takes the organization's lock of employee numbers: none is taken by another until the end. */
export async function lockNumbers(tx: Steps, caller: Caller): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${numberLock}::int, ${caller.org_id}::int)::text`);
}

/**
 * The next number that nobody ever had, deleted employees included: `E0001`, `E0002`, … Numbers of
 * another form, brought along from elsewhere, do not count.
 */
export async function nextNumber(tx: Steps, caller: Caller): Promise<string> {
  const [row] = await tx.rows<{ number: string }>(sql`
    select 'E' || lpad(next, greatest(4, length(next)), '0') as number from (
      select (coalesce(max(substr(e.employee_number, 2)::numeric), 0) + 1)::text as next from employees e
      where e.org_id = ${caller.org_id} and e.employee_number ~ '^E[0-9]+$') counted`);
  if (!row) throw new Error('No employee number was found');
  return row.number;
}

/** Locks a manager against deletion until the end, and reads who is above them, nearest first. */
export async function lockManager(
  tx: Steps,
  caller: Caller,
  id: number,
): Promise<{ manager: { status: string } | undefined; chain: number[] }> {
  const [manager] = await tx.rows<{ status: string }>(sql`select e.status from employees e
    where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is null for share`);
  const chain = await tx.rows<{ id: number }>(sql`
    with recursive up(id, manager_id, level) as (
      select e.id, e.manager_id, 1 from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
      union all
      select e.id, e.manager_id, up.level + 1 from employees e join up on e.id = up.manager_id
      where e.org_id = ${caller.org_id} and up.level < 100
    )
    select id from up order by level`);
  return { manager, chain: chain.map((row) => row.id) };
}

/** Locks a user against deletion until the end; false when there is none. */
export async function lockUser(tx: Steps, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select u.id from users u
    where u.org_id = ${caller.org_id} and u.id = ${id} and u.deleted_at is null for share`);
  return rows.length > 0;
}

/** Locks an employee against any change until the end; false when there is none. */
export async function lockEmployeeRow(tx: Steps, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select e.id from employees e
    where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is null for update`);
  return rows.length > 0;
}

/** What still hangs on an employee. */
export async function tiesOf(
  tx: Steps,
  caller: Caller,
  id: number,
): Promise<{ reports: number; leads: number }> {
  const [ties] = await tx.rows<{ reports: number; leads: number }>(sql`select
    (select count(*) from employees e where e.org_id = ${caller.org_id} and e.manager_id = ${id}
      and e.deleted_at is null)::int as reports,
    (select count(*) from teams t where t.org_id = ${caller.org_id} and t.lead_employee_id = ${id}
      and t.deleted_at is null)::int as leads`);
  if (!ties) throw new Error('A count came back empty');
  return ties;
}
