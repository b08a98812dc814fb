import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { liveTeams } from '../../teams/index.ts';

const { sql } = Prisma;

/** The highest number of the form `E0042` among `numbers`, which an index has in order; null if there is none. */
const highestNumber = (caller: Caller, table: Prisma.Sql, number: Prisma.Sql) =>
  sql`(select substr(${number}, 2)::numeric from ${table} n where n.org_id = ${caller.org_id}
    and ${number} ~ '^E[0-9]+$' order by substr(${number}, 2)::numeric desc limit 1)`;

/**
 * Returns the number after the highest one of the form `E0042`. Numbers of deleted employees and numbers from before a
 * correction are not reused. The timeline lock must be held.
 */
export async function findNextEmployeeNumber(tx: Transaction, caller: Caller): Promise<string> {
  const ofEmployees = highestNumber(caller, sql`employees`, sql`n.employee_number`);
  const ofChanges = highestNumber(caller, sql`employee_changes`, sql`n.set ->> 'employee_number'`);
  const [row] = await tx.rows<{ number: string }>(
    sql`select 'E' || lpad(next, greatest(4, length(next)), '0') as number
      from (select (coalesce(greatest(${ofEmployees}, ${ofChanges}), 0) + 1)::text as next offset 0) counted`,
  );
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
