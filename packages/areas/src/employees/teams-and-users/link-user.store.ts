import { type Caller, rowsInScope } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { liveUserOf } from '../../accounts/index.ts';
import { employeesTable } from '../rows/employees.store.ts';

const { sql } = Prisma;

/** An employee who may get a user. */
interface LinkableEmployee {
  first_name: string;
  last_name: string;
  user_id: number | null;
}

/**
 * Locks an employee against any change until the end, and reads who they are. A deleted user counts as none.
 * Reading is a statement of its own: a join in the one that waited for the lock shows what was there before.
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

/** Says which user an employee is, where the caller's `employee:update` reaches the whole organization. */
export function setEmployeeUser(caller: Caller, id: number, user_id: number): Change<{ id: number }> {
  const inReach = rowsInScope(caller, 'employee:update', {});
  return {
    table: employeesTable,
    statement: updateRows(
      caller,
      employeesTable,
      { user_id },
      sql`id = ${id} and deleted_at is null and ${inReach}`,
    ),
    select: sql`c.id`,
  };
}
