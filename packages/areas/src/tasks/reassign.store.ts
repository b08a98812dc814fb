import type { Caller } from '@wfp/shared';
import { Prisma, type Steps, updateRows } from '@wfp/shared/db';
import { tasksTable } from './tasks.store.ts';

const { sql } = Prisma;

/**
 * Gives the open tasks that are assigned to one user to another, each with its event, in the transaction in
 * which the first one leaves. Needs the event `task.post_update`.
 */
export async function reassignTasks(tx: Steps, caller: Caller, from: number, to: number): Promise<number> {
  const open = sql`assigned_to = ${from} and deleted_at is null and status not in ('done', 'cancelled')`;
  const statement = updateRows(caller, tasksTable, { assigned_to: to }, open);
  const moved = await tx.write(
    { table: tasksTable, statement, select: sql`c.id` },
    { event: 'task.post_update' },
  );
  return moved.length;
}
