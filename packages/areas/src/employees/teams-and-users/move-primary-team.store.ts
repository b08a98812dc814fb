import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { type ChangeRow, changeColumns } from '../timeline/timeline.store.ts';

const { sql } = Prisma;

/** The employees whose home a team is now, by their ids, one more than `most` at most. */
export async function findEmployeeIdsByTeam(
  tx: Transaction,
  caller: Caller,
  team_id: number,
  most: number,
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select e.id from employees e
    where e.org_id = ${caller.org_id} and e.team_id = ${team_id} and e.deleted_at is null
      and e.status not in ('pre_hire', 'terminated') order by e.id limit ${most + 1}::int`);
  return rows.map((row) => row.id);
}

/** What is decided for days to come and gives somebody a team as their home, one more than `most` at most. */
export async function findScheduledChangesToTeam(
  tx: Transaction,
  caller: Caller,
  team_id: number,
  most: number,
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    join employees e on e.org_id = h.org_id and e.id = h.employee_id and e.deleted_at is null
    where h.org_id = ${caller.org_id} and h.state = 'scheduled' and h.set ->> 'team_id' = ${team_id}::int::text
    order by h.employee_id, h.effective_date, h.sequence limit ${most + 1}::int`);
}
