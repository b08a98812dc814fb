import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** Condition: membership `m` is current or future. A membership that ended on its first day was never effective. */
const current = sql`(m.left_on is null or m.left_on > greatest(m.joined_on, current_date))`;

export async function findMemberEmployeeId(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<number | undefined> {
  const [member] = await tx.rows<{ employee_id: number }>(sql`select m.employee_id from team_members m
    where m.org_id = ${caller.org_id} and m.id = ${id}`);
  return member?.employee_id;
}

export async function isMember(
  tx: Transaction,
  caller: Caller,
  team_id: number,
  employee_id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select m.id from team_members m where m.org_id = ${caller.org_id}
    and m.team_id = ${team_id} and m.employee_id = ${employee_id} and m.deleted_at is null and m.left_on is null`);
  return rows.length > 0;
}

export async function hasMembers(tx: Transaction, caller: Caller, team_id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select m.id from team_members m where m.org_id = ${caller.org_id}
    and m.team_id = ${team_id} and m.deleted_at is null and ${current} limit 1`);
  return rows.length > 0;
}

/** Returns the maximum total allocation of an employee, in percent, on any day from today on. */
export async function findMaxAllocation(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(sql`
    with held as (
      select greatest(m.joined_on, current_date) as since, m.left_on, m.allocation_percent
      from team_members m where m.org_id = ${caller.org_id} and m.employee_id = ${employee_id}
        and m.deleted_at is null and ${current} and m.allocation_percent is not null
    )
    select coalesce(max(on_day.total), 0)::int as total from held d cross join lateral (
      select sum(o.allocation_percent) as total from held o
      where o.since <= d.since and (o.left_on is null or o.left_on > d.since)) on_day`);
  return row?.total ?? 0;
}
