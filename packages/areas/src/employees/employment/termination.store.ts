import { type Caller, hasVisibleRow } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { findOpenTasks } from '../../tasks/index.ts';
import { liveTeams } from '../../teams/index.ts';

const { sql } = Prisma;

export interface OwnedRecords {
  /** Ids of open tasks that the caller can read, at most {@link maxListedTasks}. */
  tasks: number[];
  /** Number of readable open tasks that are not in `tasks`. */
  more_tasks: number;
  /** Only those that the caller can read, like `teams_led`. */
  reports: number[];
  teams_led: number[];
}

const maxListedTasks = 100;

export async function findOwnedRecords(
  tx: Transaction,
  caller: Caller,
  { id, user_id }: { id: number; user_id: number | null },
): Promise<OwnedRecords> {
  const { ids: tasks, total } = await findOpenTasks(tx, caller, { id, user_id }, maxListedTasks);
  const [owned] = await tx.rows<Pick<OwnedRecords, 'reports' | 'teams_led'>>(sql`select
    array(select e.id from employees e where e.org_id = ${caller.org_id} and e.manager_id = ${id}
      and e.deleted_at is null and ${hasVisibleRow(caller, 'employee', sql`e.id`)} order by e.id) as reports,
    array(select t.id ${liveTeams(caller.org_id)} and t.lead_employee_id = ${id}
      and ${hasVisibleRow(caller, 'team', sql`t.id`)} order by t.id) as teams_led`);
  if (!owned) throw new Error('Invariant: the query returned no row');
  return { tasks, more_tasks: total - tasks.length, ...owned };
}

/** True unless the employee is deleted or terminated. */
export async function isEmployed(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows =
    await tx.rows(sql`select e.id from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
    and e.deleted_at is null and e.status <> 'terminated'`);
  return rows.length > 0;
}
