import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import type { HomeStay as Stay } from '../../employees/announcements.ts';
import { type MemberRow, memberColumns, membersTable } from '../members/members.store.ts';
import type { Membership } from './home-team.policy.ts';

const { sql } = Prisma;

/** All memberships of an employee, those that have ended included. */
export async function membershipsOf(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
): Promise<Membership[]> {
  return tx.rows<Membership>(sql`select m.id, m.team_id, m.is_home, to_char(m.joined_on, 'YYYY-MM-DD') as joined_on,
      to_char(m.left_on, 'YYYY-MM-DD') as left_on
    from team_members m where m.org_id = ${caller.org_id} and m.employee_id = ${employee_id} and m.deleted_at is null
    order by m.joined_on, m.id`);
}

const changed = (caller: Caller, values: object, where: Prisma.Sql): Change<MemberRow> => ({
  table: membersTable,
  statement: updateRows(caller, membersTable, { ...values }, sql`${where} and deleted_at is null`),
  select: memberColumns('c'),
});

/** Puts a membership on other days. */
export const redateMember = (caller: Caller, id: number, { joined_on, left_on }: Stay) =>
  changed(caller, { joined_on: sql`${joined_on}::date`, left_on: sql`${left_on}::date` }, sql`id = ${id}`);

/** Takes back a membership that never was. */
export const dropMember = (caller: Caller, id: number) =>
  changed(caller, { deleted_at: sql`now()` }, sql`id = ${id}`);

/**
 * Ends the memberships of somebody who is said to have left on another day than before: those that ended with them on
 * that day, and those that go on behind the new one.
 */
export const moveLastDays = (caller: Caller, employee_id: number, from: string, to: string) =>
  changed(
    caller,
    { left_on: sql`greatest(joined_on, ${to}::date)` },
    sql`employee_id = ${employee_id} and not is_home and left_on is distinct from greatest(joined_on, ${to}::date)
      and (left_on is null or left_on = ${from}::date or left_on > ${to}::date)`,
  );
