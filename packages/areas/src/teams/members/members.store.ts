import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { ListMembers, PatchMember } from './members.contract.ts';

const { sql, empty } = Prisma;

/** Memberships are part of their team: their events are about it. */
export const membersTable = recordedTable({
  name: 'team_members',
  aggregate: 'team',
  aggregate_id: 'team_id',
  resource: 'team_member',
  columns: Prisma.TeamMemberScalarFieldEnum,
  record_name: sql`(select t.name from teams t where t.org_id = c.org_id and t.id = c.team_id)`,
  subject: { employee: sql`c.employee_id`, team: sql`c.team_id` },
});

export interface MemberRow {
  id: number;
  team_id: number;
  employee_id: number;
  role: string;
  allocation_percent: number | null;
  joined_on: string;
  left_on: string | null;
  is_home: boolean;
}

/** Dates go out as days: a driver would make moments of them. */
export const memberColumns = (alias: 'c' | 'm') => {
  const day = (name: string) =>
    sql`to_char(${Prisma.raw(`${alias}.${name}`)}, 'YYYY-MM-DD') as ${Prisma.raw(name)}`;
  return sql`${wireColumns(membersTable, alias, ['joined_on', 'left_on'])}, ${day('joined_on')}, ${day('left_on')}`;
};

/** Members of now and of days to come, on alias `m`. Who leaves on the day they were to come never was one. */
const current = sql`(m.left_on is null or m.left_on > greatest(m.joined_on, current_date))`;

/** Who are meant: those of a day, those who have left, or those of now and of days to come. */
function memberSince({ active_on, left }: ListMembers): Prisma.Sql {
  if (active_on !== undefined) {
    return sql`m.joined_on <= ${active_on}::date and (m.left_on is null or m.left_on > ${active_on}::date)
      ${left === undefined ? empty : sql`and ${left ? sql`not ${current}` : current}`}`;
  }
  return left ? sql`not ${current}` : current;
}

export async function findMembers(
  caller: Caller,
  team_id: number,
  query: ListMembers,
): Promise<Listed<MemberRow>> {
  const { role, employee_id } = query;
  const where = sql`m.org_id = ${caller.org_id} and m.team_id = ${team_id} and m.deleted_at is null
    and ${memberSince(query)}
    ${role ? sql`and m.role = ${role}::team_member_role` : empty}
    ${employee_id ? sql`and m.employee_id = ${employee_id}` : empty}`;
  return readPage<MemberRow>(caller, query, {
    columns: memberColumns('m'),
    from: sql`team_members m`,
    where,
    orderBy: sql`m.joined_on, m.id`,
  });
}

/** A membership: one that goes on, or `any`, also one that has ended. */
export async function findMember(
  caller: Caller,
  team_id: number,
  id: number,
  which: 'current' | 'any',
): Promise<MemberRow | undefined> {
  return readOne<MemberRow>(
    caller,
    sql`select ${memberColumns('m')} from team_members m where m.org_id = ${caller.org_id} and m.team_id = ${team_id}
      and m.id = ${id} and m.deleted_at is null ${which === 'any' ? empty : sql`and ${current}`}`,
  );
}

/** Whether an employee has a membership of a team that has no end yet. */
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

/** The most per cent of their time that an employee's teams have on a day from today on. */
export async function greatestAllocation(
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

export interface NewMember {
  team_id: number;
  employee_id: number;
  role: string;
  allocation_percent?: number | null | undefined;
  joined_on: string;
  left_on?: string | null;
  is_home?: boolean;
}

export function insertMember(
  caller: Caller,
  { role, joined_on, left_on, ...rest }: NewMember,
): Change<MemberRow> {
  return {
    table: membersTable,
    statement: insertInto(caller, membersTable, {
      ...rest,
      role: sql`${role}::team_member_role`,
      joined_on: sql`${joined_on}::date`,
      left_on: left_on && sql`${left_on}::date`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: memberColumns('c'),
  };
}

const open = sql`deleted_at is null and (left_on is null or left_on > greatest(joined_on, current_date))`;

export function updateMember(
  caller: Caller,
  team_id: number,
  id: number,
  { role, allocation_percent }: PatchMember,
): Change<MemberRow> {
  const values = { role: role && sql`${role}::team_member_role`, allocation_percent };
  const where = sql`team_id = ${team_id} and id = ${id} and ${open}`;
  return {
    table: membersTable,
    statement: updateRows(caller, membersTable, values, where),
    select: memberColumns('c'),
  };
}

/** Ends memberships on a day; one that lay behind it ends on the day it would have begun. */
function endMemberships(caller: Caller, whose: Prisma.Sql, day = sql`current_date`): Change<MemberRow> {
  const values = { left_on: sql`greatest(joined_on, ${day})` };
  return {
    table: membersTable,
    statement: updateRows(caller, membersTable, values, sql`${whose} and ${open}`),
    select: memberColumns('c'),
  };
}

export const endMembership = (caller: Caller, team_id: number, id: number) =>
  endMemberships(caller, sql`team_id = ${team_id} and id = ${id}`);

/** Ends the memberships of an employee who goes: of one team, or of all. */
export const endMembershipsOf = (caller: Caller, employee_id: number, team_id?: number, day?: string) =>
  endMemberships(
    caller,
    sql`employee_id = ${employee_id} ${team_id === undefined ? empty : sql`and team_id = ${team_id}`}`,
    day === undefined ? sql`current_date` : sql`${day}::date`,
  );

/** Ends all memberships of a team. */
export const endMembersOf = (caller: Caller, team_id: number) =>
  endMemberships(caller, sql`team_id = ${team_id}`);

/** Whether a team has members, now or to come. */
export async function hasMembers(tx: Transaction, caller: Caller, team_id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select m.id from team_members m where m.org_id = ${caller.org_id}
    and m.team_id = ${team_id} and m.deleted_at is null and ${current} limit 1`);
  return rows.length > 0;
}

/** Makes the members of one team members of another, from today on or when they were to come; not twice. */
export function moveMembers(caller: Caller, from: number, into: number): Change<MemberRow> {
  return {
    table: membersTable,
    statement: sql`
      insert into team_members (org_id, team_id, employee_id, role, allocation_percent, joined_on, left_on, created_by, updated_by)
      select m.org_id, ${into}::int, m.employee_id, m.role, m.allocation_percent, greatest(m.joined_on, current_date),
        m.left_on, ${caller.user_id}::int, ${caller.user_id}::int
      from team_members m
      where m.org_id = ${caller.org_id} and m.team_id = ${from} and m.deleted_at is null and ${current} and not exists (
        select from team_members o where o.org_id = m.org_id and o.team_id = ${into} and o.employee_id = m.employee_id
          and o.deleted_at is null and (o.left_on is null or o.left_on > greatest(o.joined_on, current_date)))
      order by m.id`,
    select: memberColumns('c'),
  };
}
