import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { tasksInScope } from '../rows/tasks.store.ts';

interface Assignee {
  id: number;
  user_id: number | null;
}

/**
 * Returns the ids of the oldest open tasks of an assignee that the caller may read, and the total number of such tasks.
 */
export async function findOpenTasks(
  tx: Transaction,
  caller: Caller,
  { id, user_id }: Assignee,
  max: number,
): Promise<{ ids: number[]; total: number }> {
  const [found] = await tx.rows<{ ids: number[]; total: number }>(Prisma.sql`
    with mine as (
      select t.id from tasks t where t.org_id = ${caller.org_id} and t.deleted_at is null
        and t.status not in ('done', 'cancelled')
        and (t.assigned_employee_id = ${id} or t.assigned_to = ${user_id}::int) and ${tasksInScope(caller, 'task:read')}
    )
    select array(select m.id from mine m order by m.id limit ${max}::int) as ids,
      (select count(*)::int from mine) as total`);
  return found ?? { ids: [], total: 0 };
}
