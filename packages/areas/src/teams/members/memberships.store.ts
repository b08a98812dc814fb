import type { Caller } from '@wfp/shared';
import { type Change, insertInto, Prisma, updateRows } from '@wfp/shared/db';
import { members } from './members.resource.ts';

const { sql, empty } = Prisma;
const { table } = members;
const select = sql`c.id`;

type MembershipChange = Change<{ id: number }>;

interface PrimaryTeamMembership {
  employee_id: number;
  team_id: number;
  joined_on: string;
  left_on: string | null;
}

export function insertPrimaryTeamMember(
  caller: Caller,
  { employee_id, team_id, joined_on, left_on }: PrimaryTeamMembership,
): MembershipChange {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  const days = { joined_on: sql`${joined_on}::date`, left_on: sql`${left_on}::date` };
  return {
    table,
    statement: insertInto(caller, table, { employee_id, team_id, ...days, is_home: true, ...by }),
    select,
  };
}

/** Soft-deletes a membership of a primary team that, according to the corrected timeline, the employee never had. */
export const withdrawMember = (caller: Caller, id: number) =>
  members.change(caller, id, { deleted_at: sql`now()` });

const isOpen = sql`deleted_at is null and (left_on is null or left_on > greatest(joined_on, current_date))`;

/** Ends open memberships on a day. A membership that starts later ends on its first day, so it is never effective. */
function endMemberships(caller: Caller, condition: Prisma.Sql, day = sql`current_date`): MembershipChange {
  const values = { left_on: sql`greatest(joined_on, ${day})` };
  return { table, statement: updateRows(caller, table, values, sql`${condition} and ${isOpen}`), select };
}

export const endEmployeeMemberships = (caller: Caller, employee_id: number, team_id?: number, day?: string) =>
  endMemberships(
    caller,
    sql`employee_id = ${employee_id} ${team_id === undefined ? empty : sql`and team_id = ${team_id}`}`,
    day === undefined ? sql`current_date` : sql`${day}::date`,
  );

export const endTeamMemberships = (caller: Caller, team_id: number) =>
  endMemberships(caller, sql`team_id = ${team_id}`);

/**
 * Copies current and future memberships to another team, from today on. Skips employees with a current or future
 * membership of that team.
 */
export function copyMembers(caller: Caller, from: number, into: number): MembershipChange {
  return {
    table,
    statement: sql`
      insert into team_members (org_id, team_id, employee_id, role, allocation_percent, joined_on, left_on, created_by, updated_by)
      select m.org_id, ${into}::int, m.employee_id, m.role, m.allocation_percent, greatest(m.joined_on, current_date),
        m.left_on, ${caller.user_id}::int, ${caller.user_id}::int
      from team_members m
      where m.org_id = ${caller.org_id} and m.team_id = ${from} and m.deleted_at is null
        and (m.left_on is null or m.left_on > greatest(m.joined_on, current_date)) and not exists (
        select from team_members o where o.org_id = m.org_id and o.team_id = ${into} and o.employee_id = m.employee_id
          and o.deleted_at is null and (o.left_on is null or o.left_on > greatest(o.joined_on, current_date)))
      order by m.id`,
    select,
  };
}

/**
 * Changes the end of manually created memberships from `from` to `to`. Memberships without an end, or with an end after
 * `to`, also end on `to`.
 */
export function updateMembershipEnds(
  caller: Caller,
  employee_id: number,
  from: string,
  to: string,
): MembershipChange {
  const where = sql`employee_id = ${employee_id} and not is_home and deleted_at is null
    and left_on is distinct from greatest(joined_on, ${to}::date)
    and (left_on is null or left_on = ${from}::date or left_on > ${to}::date)`;
  return {
    table,
    statement: updateRows(caller, table, { left_on: sql`greatest(joined_on, ${to}::date)` }, where),
    select,
  };
}
