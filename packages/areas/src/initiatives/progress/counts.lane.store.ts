import type { Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperationalInTransaction, type RelayTransaction } from '@wfp/shared/operational';
import { initiativeTasks, taskOf } from '../../tasks/index.ts';

const { sql } = Prisma;

/** A task that an initiative has or had. */
export interface LinkedTask {
  org_id: number;
  initiative_id: number;
  task_id: number;
}

/**
 * Updates the counts of initiatives by the current state of tasks. The state counted last is stored for each task, so
 * the result depends neither on the order of events nor on repetitions. Each initiative's row in `initiative_recounts`
 * must have been locked by an earlier statement; otherwise an older state could replace a newer one.
 */
export async function countTasks(tx: RelayTransaction, tasks: readonly LinkedTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await tx.execute(
    byKey(sql`with changed as (
      insert into initiative_tasks as l (org_id, initiative_id, task_id, effort, is_done)
      select w.org_id, w.initiative_id, w.task_id, case when t.is_counted then t.effort end, t.is_counted and t.status = 'done'
      from unnest(${tasks.map((one) => one.org_id)}::int[], ${tasks.map((one) => one.initiative_id)}::int[],
                  ${tasks.map((one) => one.task_id)}::int[]) w(org_id, initiative_id, task_id)
      cross join lateral (
        select t.effort, t.status, coalesce(t.initiative_id = w.initiative_id and t.deleted_at is null
            and t.status <> 'cancelled', false) as is_counted
        from (select) one left join ${taskOf('t', 'w')} offset 0) t
      order by 1, 2, 3
      on conflict (org_id, initiative_id, task_id) do update set effort = excluded.effort, is_done = excluded.is_done
      where (l.effort, l.is_done) is distinct from (excluded.effort, excluded.is_done)
      returning l.org_id, l.initiative_id, old.effort as old_effort, old.is_done as was_done, new.effort, new.is_done
    )
    insert into initiative_task_counts as c (org_id, initiative_id, effort, tasks, done)
    select x.org_id, x.initiative_id, d.effort, sum(d.tasks), sum(d.done) from changed x
    cross join lateral (values (x.old_effort, -1, -x.was_done::int), (x.effort, 1, x.is_done::int)) d(effort, tasks, done)
    where d.effort is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, initiative_id, effort) do update set tasks = c.tasks + excluded.tasks, done = c.done + excluded.done`),
  );
}

/** Counts all tasks of an initiative if a full count is requested. The request is locked, so the relay waits. */
export async function countAllTasks(platform: Platform, org_id: number, id: number): Promise<void> {
  await executeOperationalInTransaction(platform, async (tx) => {
    const requested = await tx.execute(
      sql`update initiative_recounts set is_full = false
        where org_id = ${org_id} and initiative_id = ${id} and is_full`,
    );
    if (requested === 0) return;
    await countTasks(tx, await findEverLinked(tx, org_id, id));
    await tx.execute(
      sql`delete from initiative_task_counts where org_id = ${org_id} and initiative_id = ${id}`,
    );
    await tx.execute(
      sql`insert into initiative_task_counts (org_id, initiative_id, effort, tasks, done)
        select l.org_id, l.initiative_id, l.effort, count(*), count(*) filter (where l.is_done) from initiative_tasks l
        where l.org_id = ${org_id} and l.initiative_id = ${id} and l.effort is not null group by 1, 2, 3`,
    );
  });
}

function findEverLinked(tx: RelayTransaction, org_id: number, id: number): Promise<LinkedTask[]> {
  return tx.rows<LinkedTask>(
    sql`select i.org_id, i.id as initiative_id, x.task_id
      from (select ${org_id}::int as org_id, ${id}::int as id) i
      cross join lateral (
        select l.task_id from initiative_tasks l where l.org_id = i.org_id and l.initiative_id = i.id
        union select t.id ${initiativeTasks('i')}) x`,
  );
}
