import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { tasksInReach } from '../rows/tasks.store.ts';

/** Whose tasks: an employee, with their user if they have one. */
interface Assignee {
  id: number;
  user_id: number | null;
}

/** The open tasks of somebody that the caller may read, the oldest first: some of them, and how many there are. */
export async function findOpenTasks(
  tx: Transaction,
  caller: Caller,
  { id, user_id }: Assignee,
  most: number,
): Promise<{ ids: number[]; total: number }> {
  const [found] = await tx.rows<{ ids: number[]; total: number }>(Prisma.sql`
    with mine as (
      select t.id from tasks t where t.org_id = ${caller.org_id} and t.deleted_at is null
        and t.status not in ('done', 'cancelled')
        and (t.assigned_employee_id = ${id} or t.assigned_to = ${user_id}::int) and ${tasksInReach(caller, 'task:read')}
    )
    select array(select m.id from mine m order by m.id limit ${most}::int) as ids,
      (select count(*)::int from mine) as total`);
  return found ?? { ids: [], total: 0 };
}
