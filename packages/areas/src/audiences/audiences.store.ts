import { type Caller, hasVisibleRow } from '@wfp/shared';
import { Prisma, readRows, type Transaction } from '@wfp/shared/db';
import { isActivePerson, liveUserOf, usersAs } from '../accounts/index.ts';
import { employeesAs } from '../employees/index.ts';
import { isInAudience } from './audience-sql.store.ts';
import type { Audience } from './audiences.contract.ts';

const { sql, join } = Prisma;

const maxSample = 10;

export interface AudienceCount {
  employee_count: number;
  user_count: number;
  sample: {
    employee_id: number;
    user_id: number | null;
    first_name: string;
    last_name: string;
    job_title: string | null;
  }[];
}

/**
 * `from` and `where` for the active users `u` in an audience, without service users, with their employees `e`. Can be
 * extended with `and`.
 */
export function usersInAudience(org_id: number, audience: Audience): Prisma.Sql {
  if (audience === null) {
    return sql`${usersAs('u')} left join ${employeesAs('e')} on e.org_id = u.org_id and e.user_id = u.id and e.deleted_at is null
      where u.org_id = ${org_id} and ${isActivePerson('u')}`;
  }
  return sql`${employeesAs('e')} join ${liveUserOf('u', 'e')}
    where e.org_id = ${org_id} and e.deleted_at is null and ${isActivePerson('u')} and ${isInAudience(org_id, audience)}`;
}

/** Counts the employees and the active users in an audience, and returns the first employees. */
export async function countAudience(caller: Caller, audience: Audience): Promise<AudienceCount> {
  const { org_id } = caller;
  const users = audience
    ? sql`select count(*)::int from matching m where m.is_user`
    : sql`select count(*)::int from ${usersInAudience(org_id, audience)}`;
  // The audience is evaluated once for each employee.
  const [counted] = await readRows<AudienceCount>(
    caller,
    sql`with matching as materialized (
        select e.id as employee_id, e.user_id, e.first_name, e.last_name, e.job_title, u.id is not null as is_user
        from ${employeesAs('e')} left join ${liveUserOf('u', 'e')} and ${isActivePerson('u')}
        where e.org_id = ${org_id} and e.deleted_at is null and ${audience ? isInAudience(org_id, audience) : sql`true`}
      )
      select (select count(*)::int from matching) as employee_count, (${users}) as user_count,
        array(select to_jsonb(m) - 'is_user' from matching m order by m.employee_id limit ${maxSample}::int) as sample`,
  );
  if (!counted) throw new Error('Invariant: the query returned no row');
  return counted;
}

/**
 * True if no active user is in the audience now. Takes time that grows with the number of employees.
 *
 * @param tx the open transaction, if there is one
 */
export async function isEmptyAudience(
  caller: Caller,
  audience: Audience,
  tx?: Transaction,
): Promise<boolean> {
  const statement = sql`select u.id from ${usersInAudience(caller.org_id, audience)} limit 1`;
  const found = await (tx ? tx.rows(statement) : readRows(caller, statement));
  return found.length === 0;
}

/** Condition: a user is in the audience stored in a column; null is everyone. Evaluates one employee. */
export const includesUserIn = (column: Prisma.Sql, org_id: Prisma.Sql, user_id: Prisma.Sql): Prisma.Sql =>
  sql`(${column} is null or exists (select from ${employeesAs('e')}
    where e.org_id = ${org_id} and e.user_id = ${user_id} and e.deleted_at is null
      and audience_includes(${column}, audience_facts(e.org_id, e.id), current_date)))`;

export interface Reference {
  resource: string;
  id: number;
}

/** Returns the references whose record does not exist, is deleted or may not be read by the caller. */
export async function findMissingReferences(
  caller: Caller,
  references: readonly Reference[],
): Promise<Reference[]> {
  if (references.length === 0) return [];
  const queries = [...Map.groupBy(references, ({ resource }) => resource)].map(
    ([resource, of]) => sql`select ${resource}::text as resource, w.id
      from unnest(${[...new Set(of.map(({ id }) => id))]}::int[]) w(id)
      where not ${hasVisibleRow(caller, resource, sql`w.id`)}`,
  );
  return readRows<Reference>(caller, join(queries, ' union all '));
}

/**
 * Condition: the caller is in the audience stored in a column; null is everyone. Evaluates one employee for any number of
 * audiences, so the cost does not depend on the number of employees.
 */
export function includesCaller({ org_id, employee_id }: Caller, column: Prisma.Sql): Prisma.Sql {
  if (employee_id === null) return sql`${column} is null`;
  return sql`(${column} is null or audience_includes(${column},
    (select audience_facts(${org_id}::int, ${employee_id}::int)), current_date))`;
}

/**
 * Condition: a user, whose employee is found by key, is in an audience; null is everyone. Suits a page of the users of a large
 * organization.
 */
export const includesUser = (org_id: number, audience: Audience, user_id: Prisma.Sql): Prisma.Sql =>
  audience === null
    ? sql`true`
    : sql`exists (select from ${employeesAs('e')} where e.org_id = ${org_id} and e.user_id = ${user_id}
        and e.deleted_at is null and ${isInAudience(org_id, audience)} offset 0)`;
