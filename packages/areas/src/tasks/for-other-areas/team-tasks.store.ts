import { type Caller, invalidField } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { changeTasks } from '../writes/task-changes.store.ts';

/** The approximate number of tasks that one transaction can change in two seconds. */
const maxTasks = 10_000;

/**
 * Reassigns the open tasks of a team in the transaction that dissolves it. Done and cancelled tasks keep their team.
 *
 * @throws AppError `invalid` on `id` if there are more tasks than one transaction can change
 */
export async function moveTeamTasks(
  tx: Transaction,
  caller: Caller,
  from: number,
  to: number,
): Promise<void> {
  const [beyond] = await tx.rows(Prisma.sql`select t.id from tasks t
    where t.org_id = ${caller.org_id} and t.assigned_team_id = ${from} and t.deleted_at is null
      and t.status not in ('done', 'cancelled') offset ${maxTasks}::int limit 1`);
  if (beyond) throw invalidField('id', `Has more than ${maxTasks} open tasks: reassign or finish some first`);
  await changeTasks(tx, caller, { assigned_team_id: from, open: true }, { assigned_team_id: to });
}

export async function countTeamTasks(tx: Transaction, caller: Caller, team_id: number): Promise<number> {
  const [row] = await tx.rows<{ open: number }>(Prisma.sql`select count(*)::int as open from tasks t
    where t.org_id = ${caller.org_id} and t.assigned_team_id = ${team_id} and t.deleted_at is null
      and t.status not in ('done', 'cancelled')`);
  return row?.open ?? 0;
}
