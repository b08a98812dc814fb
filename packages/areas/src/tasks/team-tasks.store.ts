import { type Caller, invalidField } from '@wfp/shared';
import { Prisma, type Steps, updateRows } from '@wfp/shared/db';
import { tasksTable } from './tasks.store.ts';

const { sql } = Prisma;

const tasksAtOnce = 500;
/** What a transaction can move in a few seconds, with an event each. */
const mostTasks = 20_000;

/**
 * Gives the open tasks of one team to another, each with its event, in the transaction in which the first one goes.
 * What is done or cancelled stays with the team that did it. Needs the event `task.post_update`.
 *
 * @throws AppError `invalid` on `id` when there are more than one transaction can move
 */
export async function moveTeamTasks(tx: Steps, caller: Caller, from: number, to: number): Promise<number> {
  const open = sql`t.org_id = ${caller.org_id} and t.assigned_team_id = ${from} and t.deleted_at is null
    and t.status not in ('done', 'cancelled')`;
  const [beyond] = await tx.rows(
    sql`select t.id from tasks t where ${open} offset ${mostTasks}::int limit 1`,
  );
  if (beyond)
    throw invalidField('id', `Has more than ${mostTasks} open tasks: reassign or finish some first`);
  const next = sql`select t.id from tasks t where ${open} order by t.id limit ${tasksAtOnce}::int for update`;
  const statement = updateRows(caller, tasksTable, { assigned_team_id: to }, sql`id in (${next})`);
  for (let moved = 0; ; ) {
    const change = { table: tasksTable, statement, select: sql`c.id` };
    const { length } = await tx.write(change, { event: 'task.post_update' });
    moved += length;
    if (length < tasksAtOnce) return moved;
  }
}
