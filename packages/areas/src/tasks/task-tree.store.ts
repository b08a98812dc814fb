import { type Caller, invalidField } from '@wfp/shared';
import { Prisma, type Steps } from '@wfp/shared/db';

/** Advisory lock of the task tree ("wftt"): two moves that close a cycle together must see each other. */
const treeLock = 0x77667474;

/**
 * Refuses a parent that is the task itself or below it. Holds the organization's lock of the tree until
 * the transaction ends.
 */
export async function refuseCycle(tx: Steps, caller: Caller, id: number, parent_id: number): Promise<void> {
  await tx.rows(Prisma.sql`select pg_advisory_xact_lock(${treeLock}::int, ${caller.org_id}::int)::text`);
  const cycle = await tx.rows(Prisma.sql`
    with recursive up(id, parent_task_id) as (
      select t.id, t.parent_task_id from tasks t where t.org_id = ${caller.org_id} and t.id = ${parent_id}
      union
      select t.id, t.parent_task_id from tasks t join up on t.id = up.parent_task_id where t.org_id = ${caller.org_id}
    )
    select id from up where id = ${id}`);
  if (cycle.length > 0) throw invalidField('parent_task_id', 'A task cannot be below itself');
}
