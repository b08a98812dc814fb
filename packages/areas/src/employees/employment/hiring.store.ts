import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { liveTeams } from '../../teams/index.ts';

const { sql } = Prisma;

/**
 * Returns the number after the highest one of the form `E0042`. Numbers of deleted employees and numbers from before a
 * correction are not reused.
 */
export async function findNextEmployeeNumber(tx: Transaction, caller: Caller): Promise<string> {
  const [row] = await tx.rows<{ number: string }>(sql`
    select 'E' || lpad(next, greatest(4, length(next)), '0') as number from (
      select (coalesce(max(substr(n.number, 2)::numeric), 0) + 1)::text as next from (
        select e.employee_number as number from employees e where e.org_id = ${caller.org_id}
        union all
        select h.set ->> 'employee_number' from employee_changes h
        where h.org_id = ${caller.org_id} and h.set ? 'employee_number') n
      where n.number ~ '^E[0-9]+$') counted`);
  if (!row) throw new Error('Invariant: the query returned no row');
  return row.number;
}

/** Counts led teams and direct reports, including scheduled ones. */
export async function countEmployeeDependents(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<{ reports: number; leads: number }> {
  const [dependents] = await tx.rows<{ reports: number; leads: number }>(sql`select
    (select count(*) from employees e where e.org_id = ${caller.org_id} and e.deleted_at is null and (
      e.manager_id = ${id} or e.id in (select h.employee_id from employee_changes h
        where h.org_id = ${caller.org_id} and h.set ->> 'manager_id' = ${id}::int::text and h.state = 'scheduled')
    ))::int as reports,
    (select count(*) ${liveTeams(caller.org_id)} and t.lead_employee_id = ${id})::int as leads`);
  if (!dependents) throw new Error('Invariant: the query returned no row');
  return dependents;
}
