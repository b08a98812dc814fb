import type { Caller } from '@wfp/shared';
import { containsPattern, Prisma, plannedOnce, prefixPattern, readRows } from '@wfp/shared/db';
import { usersAs } from '../accounts/index.ts';

const { sql, join, raw } = Prisma;

/** The values of the log's columns that match searched text, each of which an index finds. */
interface FoundValues {
  actions: string[];
  resources: string[];
  actors: number[];
}

/** The conditions on an entry, alias `a`, one of which it must meet to match searched text. */
export async function findMatches(caller: Caller, text: string): Promise<readonly Prisma.Sql[]> {
  const { actions, resources, actors } = await findValues(caller, text);
  return [
    sql`a.action = any(${actions}::text[])`,
    sql`a.resource = any(${resources}::text[])`,
    sql`a.actor_id = any(${actors}::int[])`,
    ...[...new Set([text, text.toLowerCase()])].map(
      (beginning) => sql`a.request_id collate "C" like ${prefixPattern(beginning)}`,
    ),
  ];
}

/** Condition: the entry meets one of the conditions. */
export const meetsAny = (conditions: readonly Prisma.Sql[]) => sql`(${join(conditions, ' or ')})`;

/**
 * Selects, for a count, the entries that meet one of the conditions: one query for each condition, without those of the
 * earlier ones, because PostgreSQL reads the entries to evaluate an `or`, but not to evaluate a condition on an index.
 */
export function selectEach(conditions: readonly Prisma.Sql[], filter: Prisma.Sql): Prisma.Sql {
  const queries = conditions.map((condition, nth) => {
    const isNew = conditions.slice(0, nth).map((earlier) => sql`(${earlier}) is not true`);
    return sql`select from audit_log a where ${join([filter, condition, ...isNew], ' and ')}`;
  });
  return sql`select from (${join(queries, ' union all ')}) matching`;
}

async function findValues(caller: Caller, text: string): Promise<FoundValues> {
  const pattern = containsPattern(text);
  const [found] = await readRows<FoundValues>(
    caller,
    plannedOnce(sql`with recursive ${distinctValues(caller, 'action')}, ${distinctValues(caller, 'resource')}
      select array(select value from actions where value ilike ${pattern}) as actions,
        array(select value from resources where value ilike ${pattern}) as resources,
        array(select u.id from ${usersAs('u')} where u.org_id = ${caller.org_id} and u.erased_at is null
          and u.first_name || ' ' || u.last_name ilike ${pattern}) as actors`),
  );
  return found ?? { actions: [], resources: [], actors: [] };
}

/** A CTE with each value of a column. It skips from one value to the next in an index instead of reading all entries. */
function distinctValues({ org_id }: Caller, name: 'action' | 'resource'): Prisma.Sql {
  const column = raw(`a.${name}`);
  const next = (after: Prisma.Sql) =>
    sql`select ${column} as value from audit_log a where a.org_id = ${org_id} ${after} order by ${column} limit 1`;
  return sql`${raw(`${name}s`)} as (
    (${next(Prisma.empty)})
    union all
    select n.value from ${raw(`${name}s`)} known cross join lateral (${next(sql`and ${column} > known.value`)}) n
  )`;
}
