import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readByKey,
  readPage,
  recordedTable,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { ListMembers } from './teams.contract.ts';

const { sql } = Prisma;

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
  joined_on: string;
  left_on: string | null;
}

/** Dates go out as days: a driver would make moments of them. */
const columns = (alias: 'c' | 'm') => {
  const day = (name: string) =>
    sql`to_char(${Prisma.raw(`${alias}.${name}`)}, 'YYYY-MM-DD') as ${Prisma.raw(name)}`;
  return sql`${wireColumns(membersTable, alias, ['joined_on', 'left_on'])}, ${day('joined_on')}, ${day('left_on')}`;
};

/** Members of now and of days to come, on alias `m`. */
const current = sql`m.deleted_at is null and (m.left_on is null or m.left_on > current_date)`;

export async function findMembers(
  caller: Caller,
  team_id: number,
  query: ListMembers,
): Promise<Listed<MemberRow>> {
  const where = sql`m.org_id = ${caller.org_id} and m.team_id = ${team_id} and ${current}`;
  return readPage<MemberRow>(caller, query, {
    columns: columns('m'),
    from: sql`team_members m`,
    where,
    orderBy: sql`m.joined_on, m.id`,
  });
}

export async function findMember(
  caller: Caller,
  team_id: number,
  id: number,
): Promise<MemberRow | undefined> {
  return readByKey<MemberRow>(
    caller,
    sql`select ${columns('m')} from team_members m
      where m.org_id = ${caller.org_id} and m.team_id = ${team_id} and m.id = ${id} and ${current}`,
  );
}

/** Whether an employee has a membership of a team that has no end yet. */
export async function isMember(
  tx: Steps,
  caller: Caller,
  team_id: number,
  employee_id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select m.id from team_members m where m.org_id = ${caller.org_id}
    and m.team_id = ${team_id} and m.employee_id = ${employee_id} and m.deleted_at is null and m.left_on is null`);
  return rows.length > 0;
}

interface NewMember {
  team_id: number;
  employee_id: number;
  role: string;
  joined_on: string;
}

export function insertMember(caller: Caller, { role, joined_on, ...ids }: NewMember): Change<MemberRow> {
  return {
    table: membersTable,
    statement: insertInto(caller, membersTable, {
      ...ids,
      role: sql`${role}::team_member_role`,
      joined_on: sql`${joined_on}::date`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: columns('c'),
  };
}

/** Ends memberships today; one that lay in the future ends on the day it would have begun. */
function endMemberships(caller: Caller, whose: Prisma.Sql): Change<MemberRow> {
  const open = sql`deleted_at is null and (left_on is null or left_on > current_date)`;
  const values = { left_on: sql`greatest(joined_on, current_date)` };
  return {
    table: membersTable,
    statement: updateRows(caller, membersTable, values, sql`${whose} and ${open}`),
    select: columns('c'),
  };
}

export const endMembership = (caller: Caller, team_id: number, id: number) =>
  endMemberships(caller, sql`team_id = ${team_id} and id = ${id}`);

/** Ends all memberships of an employee who goes. */
export const endMembershipsOf = (caller: Caller, employee_id: number) =>
  endMemberships(caller, sql`employee_id = ${employee_id}`);
