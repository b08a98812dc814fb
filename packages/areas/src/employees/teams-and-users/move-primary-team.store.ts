import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { type ChangeRow, changeColumns } from '../timeline/timeline.store.ts';

const { sql } = Prisma;

/** Returns the ids of current employees whose primary team is the team, at most `limit` + 1. */
export async function findEmployeeIdsByTeam(
  tx: Transaction,
  caller: Caller,
  team_id: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select e.id from employees e
    where e.org_id = ${caller.org_id} and e.team_id = ${team_id} and e.deleted_at is null
      and e.status not in ('pre_hire', 'terminated') order by e.id limit ${limit + 1}::int`);
  return rows.map((row) => row.id);
}

/** Returns scheduled changes that assign the team as primary team, at most `limit` + 1. */
export async function findScheduledChangesToTeam(
  tx: Transaction,
  caller: Caller,
  team_id: number,
  limit: number,
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
    where h.org_id = ${caller.org_id} and h.state = 'scheduled' and h.set ->> 'team_id' = ${team_id}::int::text
    order by h.employee_id, h.effective_date, h.sequence limit ${limit + 1}::int`);
}
