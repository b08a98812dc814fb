import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import { Prisma, readPage, type Transaction } from '@wfp/shared/db';
import { tasksInReach } from '../rows/tasks.store.ts';

const { sql } = Prisma;

interface UsedLabel {
  label: string;
  label_id: number | null;
  tasks_count: number;
}

/** The labels of the tasks that the caller sees, the most used first, with their entries in the catalogue. */
export function countLabels(
  caller: Caller,
  page: { limit: number; offset: number },
): Promise<Listed<UsedLabel>> {
  return readPage<UsedLabel>(caller, page, {
    columns: sql`u.label, l.id as label_id, u.tasks_count`,
    from: sql`(select t.label, count(*)::int as tasks_count from tasks t
      where t.org_id = ${caller.org_id} and t.deleted_at is null and t.label is not null
        and ${tasksInReach(caller, 'task:read')} group by t.label) u`,
    join: sql`left join task_labels l on l.org_id = ${caller.org_id} and l.name = u.label and l.deleted_at is null`,
    where: sql`true`,
    orderBy: sql`u.tasks_count desc, u.label`,
  });
}

/** Whether a label is on tasks that the caller's `task:update` does not reach. */
export async function isOnTasksBeyond(tx: Transaction, caller: Caller, label: string): Promise<boolean> {
  const rows = await tx.rows(sql`select t.id from tasks t
    where t.org_id = ${caller.org_id} and t.deleted_at is null and t.label = ${label}
      and ${tasksInReach(caller, 'task:update')} is not true limit 1`);
  return rows.length > 0;
}
