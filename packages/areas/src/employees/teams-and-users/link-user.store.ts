import { type Caller, rowsInScope } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { liveUserOf } from '../../accounts/index.ts';
import { employeesTable, linkedBy } from '../rows/employees.store.ts';

const { sql } = Prisma;

interface LinkableEmployee {
  first_name: string;
  last_name: string;
  user_id: number | null;
}

/**
 * Locks an employee and reads their user; a deleted user counts as none. Reads in a second statement, because a join in
 * the statement that waits for the lock would use its snapshot from before the wait.
 */
export async function lockForLinking(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<LinkableEmployee | undefined> {
  await tx.rows(
    sql`select e.id from employees e where e.org_id = ${caller.org_id} and e.id = ${id} for update`,
  );
  const [employee] = await tx.rows<LinkableEmployee>(
    sql`select e.first_name, e.last_name, u.id as user_id from employees e
      left join ${liveUserOf('u', 'e')}
      where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is null`,
  );
  return employee;
}

/**
 * Sets the user of an employee and returns the user before. Requires `employee:update` for the whole organization.
 */
export function setEmployeeUser(
  caller: Caller,
  id: number,
  user_id: number,
): Change<{ former_user_id: number | null }> {
  const isInScope = rowsInScope(caller, 'employee:update', {});
  return {
    table: employeesTable,
    statement: updateRows(
      caller,
      employeesTable,
      { user_id, ...linkedBy(caller) },
      sql`id = ${id} and deleted_at is null and ${isInScope}`,
    ),
    select: sql`(c._before ->> 'user_id')::int as former_user_id`,
  };
}
