import type { Caller } from '@wfp/shared';
import { byKey, Prisma, type Transaction } from '@wfp/shared/db';
import type { PrimaryTeamPeriod } from '../announcements.ts';
import { dropRepeatedTeams } from '../timeline/timeline.policy.ts';

const { sql } = Prisma;

/**
 * Returns the primary teams of an employee over time, from applied changes; if none has been applied yet, from the
 * first scheduled change (the hire).
 */
export async function findPrimaryTeamPeriods(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
): Promise<PrimaryTeamPeriod[]> {
  const ofEmployee = sql`h.org_id = ${caller.org_id} and h.employee_id = ${employee_id}`;
  const days = await tx.rows<{ since: string; team_id: number | null }>(
    byKey(sql`
    with counted as (
      select h.effective_date, h.sequence, h.set from employee_changes h where ${ofEmployee} and h.state = 'applied'
      union all (
        select h.effective_date, h.sequence, h.set from employee_changes h where ${ofEmployee} and h.state = 'scheduled'
          and not exists (select from employee_changes h where ${ofEmployee} and h.state = 'applied')
        order by h.effective_date, h.sequence limit 1)
    )
    select to_char(d.since, 'YYYY-MM-DD') as since,
      case when f.fold ->> 'status' <> 'terminated' then (f.fold ->> 'team_id')::int end as team_id
    from (select distinct c.effective_date as since from counted c) d
    cross join lateral (select jsonb_merge(c.set order by c.effective_date, c.sequence) as fold
      from counted c where c.effective_date <= d.since) f
    order by d.since`),
  );
  return dropRepeatedTeams(days).flatMap(({ since, team_id }, index, all) =>
    team_id === null ? [] : [{ team_id, joined_on: since, left_on: all[index + 1]?.since ?? null }],
  );
}
