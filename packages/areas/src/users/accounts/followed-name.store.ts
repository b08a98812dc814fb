import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateIfDifferent } from '@wfp/shared/db';
import { type UserRow, userColumns, usersAs, usersTable } from '../../accounts/index.ts';
import { employeesOfUser } from '../../employees/index.ts';

const { sql } = Prisma;

export interface FollowedName {
  follow_employee_name: boolean;
  first_name: string;
  last_name: string;
}

/** Locks a live user and returns the name of the linked employee; undefined without an employee. */
export async function lockFollowedName(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<FollowedName | undefined> {
  const [row] = await tx.rows<FollowedName>(sql`select u.follow_employee_name, n.first_name, n.last_name
    from ${usersAs('u')} cross join lateral (select e.first_name, e.last_name ${employeesOfUser('u')} offset 0) n
    where u.org_id = ${caller.org_id} and u.id = ${id} and u.deleted_at is null for no key update of u`);
  return row;
}

/** Gives a live user the name of the employee, if the user follows it and has another one. */
export function updateFollowingName(
  caller: Caller,
  id: number,
  { first_name, last_name }: { first_name: string; last_name: string },
): Change<UserRow> {
  return {
    table: usersTable,
    statement: updateIfDifferent(
      caller,
      usersTable,
      { first_name, last_name },
      sql`id = ${id} and deleted_at is null and follow_employee_name`,
    ),
    select: userColumns(caller, 'c'),
  };
}
