import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { liveTeams } from '../../teams/index.ts';

const { sql } = Prisma;

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
