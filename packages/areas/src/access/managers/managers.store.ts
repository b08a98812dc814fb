import type { Caller } from '@wfp/shared';
import { type Check, Prisma, sqlCheck, type Transaction } from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';

const { sql } = Prisma;

// This area cannot import from `employees`, which depends on it, so this file names the table `employees` directly. No
// other file of this area reads the hierarchy.

/**
 * Condition: an employee of the user is at work and has a report. A manager counts while active or on leave; a report
 * counts with every status except `terminated`.
 */
const hasReports = (org_id: number, user_id: Prisma.Sql) => sql`exists (
  select 1 from employees e join employees r on r.org_id = e.org_id and r.manager_id = e.id
  where e.org_id = ${org_id} and e.user_id = ${user_id}
    and e.deleted_at is null and e.status in ('active', 'on_leave')
    and r.deleted_at is null and r.status <> 'terminated')`;

/** Ids of users who lack a manager grant, and of manager grants of users without reports. */
export interface ManagerGrantDifference {
  missing: number[];
  obsolete: number[];
}

/** Compares the grants derived from reports with the reports, for the users of these employees and for `user_ids`. */
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
      select c.user_id from concerned c where ${hasReports(caller.org_id, sql`c.user_id`)}
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

export const managerGrantCheck: Check = sqlCheck(
  {
    name: 'manager-grants',
    scope: 'organization',
    invariant: 'The users with direct reports are those with a grant of the manager role by reporting lines.',
    repair: 'Delete and restore the user, which compares the grant with the reports.',
  },
  ({ org_id }) => sql`
    with compared as (
      select u.id, ${hasReports(org_id, sql`u.id`)} as has_reports, exists (
        select from grants g where g.org_id = ${org_id} and g.user_id = u.id
          and g.source = 'hierarchy' and g.deleted_at is null) as has_grant
      from ${usersAs('u')} where u.org_id = ${org_id}
    )
    select format(case when c.has_grant then 'user %s has the grant, but no reports'
      else 'user %s has reports, but not the grant' end, c.id) as message
    from compared c where c.has_reports <> c.has_grant order by c.id`,
);
