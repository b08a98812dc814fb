import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { eventually } from '@wfp/testing/receiver.ts';
import type { RowScopeWorld } from './row-scope-world.ts';

const { sql } = Prisma;

/** The ids of the records that a run mentions, by resource. */
export type MentionedIds = Record<'task' | 'employee' | 'user', number[]>;

/**
 * Waits for pending prompt runs, then sets the mentions of every successful run to a varying subset of a task, an
 * employee and a user. Returns the mentions by run.
 */
export async function writeMentions({ service, owner }: RowScopeWorld): Promise<Map<number, MentionedIds>> {
  const { org_id } = owner.user;
  const under = sql`select from prompt_runs where org_id = ${org_id} and status in ('pending', 'running')`;
  await eventually(
    () => service.rows(under),
    (rows) => rows.length === 0,
  );
  const runs = await executeOperational<{ id: number } & MentionedIds>(
    service.platform,
    sql`with each_run as (
        select r.id, r.n, array(select id from tasks where org_id = ${org_id} order by id) as tasks,
          array(select id from employees where org_id = ${org_id} order by id) as employees,
          array(select id from users where org_id = ${org_id} order by id) as users
        from (select id, row_number() over (order by id)::int as n from prompt_runs where org_id = ${org_id}) r
      ),
      mentioned as (
        select id, case when n % 2 = 0 then '{}' else array[tasks[1 + (n * 7) % array_length(tasks, 1)]] end as task,
          case when n % 3 = 0 then '{}' else array[employees[1 + n % array_length(employees, 1)]] end as employee,
          case when n % 4 < 3 then '{}' else array[users[1 + n % array_length(users, 1)]] end as "user"
        from each_run
      )
      update prompt_runs r set mentions = jsonb_build_object('tasks', t.task, 'employees', t.employee, 'users', t."user",
          'labels', '{}'::text[])
      from mentioned t where r.org_id = ${org_id} and r.id = t.id and r.status = 'succeeded' returning r.id, t.task, t.employee, t."user"`,
  );
  return new Map(runs.map(({ id, ...mentioned }) => [id, mentioned]));
}
