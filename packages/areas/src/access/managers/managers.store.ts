import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

// This area cannot import from `employees`, which depends on it, so this file names the table `employees` directly. No
// other file of this area reads the hierarchy.

/** Ids of users who lack a manager grant, and of manager grants of users without reports. */
export interface ManagerGrantDifference {
  missing: number[];
  obsolete: number[];
}

/**
 * Compares the grants derived from reports with the reports, for the users of these employees and for `user_ids`. A
 * manager counts while active or on leave; a report counts with every status except `terminated`.
 */
export async function compareManagerGrants(
  tx: Transaction,
  caller: Caller,
  employee_ids: readonly number[],
  user_ids: readonly number[],
): Promise<ManagerGrantDifference> {
  const [found] = await tx.rows<ManagerGrantDifference>(sql`
    with concerned as (
      select e.user_id from employees e
      where e.org_id = ${caller.org_id} and e.id = any(${[...employee_ids]}::int[])
      union
      select unnest(${[...user_ids]}::int[])
    ),
    managers as (
      select c.user_id from concerned c
      where exists (
        select 1 from employees e join employees r on r.org_id = e.org_id and r.manager_id = e.id
        where e.org_id = ${caller.org_id} and e.user_id = c.user_id
          and e.deleted_at is null and e.status in ('active', 'on_leave')
          and r.deleted_at is null and r.status <> 'terminated')
    ),
    derived as (
      select g.id, g.user_id from grants g join concerned c on c.user_id = g.user_id
      where g.org_id = ${caller.org_id} and g.source = 'hierarchy' and g.deleted_at is null
    )
    select
      array(select m.user_id from managers m where m.user_id not in (select d.user_id from derived d) order by 1) as missing,
      array(select d.id from derived d where d.user_id not in (select m.user_id from managers m) order by 1) as obsolete`);
  if (!found) throw new Error('Invariant: the comparison returned no row');
  return found;
}
