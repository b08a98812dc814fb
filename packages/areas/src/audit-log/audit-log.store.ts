import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  descending,
  isAfter,
  orderClause,
  orderValues,
  Prisma,
  type RowRange,
  readOne,
  readPage,
  selectFilteredPage,
} from '@wfp/shared/db';
import { userOf } from '../accounts/index.ts';
import type { EntryFilter, ListAuditEntries, ListCheckpoints } from './audit-log.contract.ts';
import { findMatches, meetsAny, selectEach } from './search.store.ts';

const { sql, empty } = Prisma;

/** A stored entry. `before` and `after` contain the fields that differ. */
export interface StoredEntry {
  id: number;
  resource: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** True if the values were about a person and have been erased. */
  erased: boolean;
}

export const actorName = sql`case when a.actor_id is null then a.actor_name
  when u.id is null or u.erased_at is not null then 'Erased user' else u.first_name || ' ' || u.last_name end`;

const columns = sql`a.id::float8 as id, a.org_id, a.occurred_at, a.event_id::float8 as event_id, a.actor_type, a.actor_id,
  ${actorName} as actor_name,
  a.action, a.outcome, a.resource, a.record_id::float8 as record_id,
  coalesce(p.before, a.before) as before, coalesce(p.after, a.after) as after,
  a.personal_digest is not null and p.audit_id is null as erased, a.request_id, a.ip, a.user_agent`;

/** Joins names of actors and values about people, which are stored apart from the log so that they can be erased. */
export const erasableJoins = sql`left join ${userOf('u', 'a', 'actor_id')}
  left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id`;

export async function findEntry(caller: Caller, id: number): Promise<StoredEntry | undefined> {
  return readOne<StoredEntry>(
    caller,
    sql`select ${columns} from audit_log a ${erasableJoins} where a.org_id = ${caller.org_id} and a.id = ${id}::int8`,
  );
}

export async function findEntries(caller: Caller, query: ListAuditEntries): Promise<ListPage<StoredEntry>> {
  const { from, to, q, total } = query;
  const withoutReads = excludeOwnReads(caller, query);
  // The own reads are left out before the first entries are filtered: a client that polls the log adds many of them.
  const period = sql`${matchesFilter(caller, { from, to })} ${withoutReads}`;
  const unsearched = sql`${matchesFilter(caller, query)} ${withoutReads}`;
  const matches = q ? await findMatches(caller, q) : undefined;
  const filter = matches ? sql`${unsearched} and ${meetsAny(matches)}` : unsearched;
  const orderBy = descending(sql`a.occurred_at`, sql`a.id`);
  const selectPage = ({ limit, offset, after }: RowRange) => {
    // Partitions are pruned by the first condition only.
    const following = after
      ? sql`and a.occurred_at <= ${after.values[0]} and ${isAfter(orderBy, after.values)}`
      : empty;
    return selectFilteredPage({
      table: 'audit_log',
      alias: 'a',
      from: sql`${period} ${following}`,
      filter: { inOrder: filter, all: sql`select a.* from audit_log a where ${filter} ${following}` },
      orderBy: orderClause(orderBy),
      limit,
      offset,
    });
  };
  // This order makes PostgreSQL count by an index with the columns of most filters, without reading the entries.
  const isInOrder = total !== 'exact' && !from && !to;
  const counted = sql`select from audit_log a where ${filter} ${isInOrder ? sql`order by a.action` : empty}`;
  return readPage<StoredEntry>(caller, query, {
    orderBy,
    rows: (
      range,
    ) => sql`select ${columns}, ${orderValues(orderBy)} from (${selectPage(range)}) a ${erasableJoins}
      order by ${orderClause(orderBy)}`,
    counted: matches ? selectEach(matches, unsearched) : counted,
  });
}

/** Condition: the entry matches the filter, apart from `q`. */
export function matchesFilter(caller: Caller, filter: EntryFilter): Prisma.Sql {
  const { actor_id, actor_type, action, outcome, resource, record_id, request_id, from, to } = filter;
  return sql`a.org_id = ${caller.org_id}
    ${actor_id ? sql`and a.actor_id = ${actor_id}` : empty}
    ${actor_type ? sql`and a.actor_type = ${actor_type}::audit_actor_type` : empty}
    ${action ? sql`and a.action = ${action}` : empty}
    ${outcome ? sql`and a.outcome = ${outcome}::audit_outcome` : empty}
    ${resource ? sql`and a.resource = ${resource}` : empty}
    ${record_id ? sql`and a.record_id = ${record_id}` : empty}
    ${request_id ? sql`and a.request_id collate "C" = ${request_id}` : empty}
    ${from ? sql`and a.occurred_at >= ${from}::timestamptz` : empty}
    ${to ? sql`and a.occurred_at < ${to}::timestamptz` : empty}`;
}

/**
 * Leaves out the caller's own reads of the log: each read adds an entry, which would shift the next page. They are
 * included if the query asks for reads or for entries about the log itself.
 */
function excludeOwnReads(caller: Caller, { resource, action }: ListAuditEntries): Prisma.Sql {
  if (resource === 'audit_log' || action === 'read') return empty;
  return sql`and not (a.resource = 'audit_log' and a.action = 'read' and a.outcome = 'success'
    and a.actor_id is not distinct from ${caller.user_id}::int)`;
}

interface CheckpointRow {
  id: number;
  head: string;
  created_at: Date;
}

export async function findCheckpoints(
  caller: Caller,
  query: ListCheckpoints,
): Promise<ListPage<CheckpointRow>> {
  return readPage<CheckpointRow>(caller, query, {
    columns: sql`k.id, k.head, k.created_at`,
    from: sql`audit_checkpoints k`,
    where: sql`k.org_id = ${caller.org_id}`,
    orderBy: descending(sql`k.id`),
  });
}
