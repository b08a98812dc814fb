import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import { Prisma, readByKey, readPage } from '@wfp/shared/db';
import type { ListAuditEntries } from './audit-log.contract.ts';

const { sql, empty } = Prisma;

/** An entry as stored: `before` and `after` hold the fields that differ. */
export interface StoredEntry {
  id: number;
  resource: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The values were about a person and have been destroyed. */
  erased: boolean;
}

const columns = sql`a.id::float8 as id, a.org_id, a.occurred_at, a.event_id::float8 as event_id, a.actor_type, a.actor_id,
  case when a.actor_id is null then a.actor_name when u.id is null or u.erased_at is not null then 'Erased user'
    else u.first_name || ' ' || u.last_name end as actor_name,
  a.action, a.outcome, a.resource, a.record_id::float8 as record_id,
  coalesce(p.before, a.before) as before, coalesce(p.after, a.after) as after,
  a.personal_digest is not null and p.audit_id is null as erased, a.request_id, a.ip, a.user_agent`;

/** Where the names of actors and the values about people are: apart from the log, so that they can be erased. */
const erasable = sql`left join users u on u.org_id = a.org_id and u.id = a.actor_id
  left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id`;

export async function findEntry(caller: Caller, id: number): Promise<StoredEntry | undefined> {
  return readByKey<StoredEntry>(
    caller,
    sql`select ${columns} from audit_log a ${erasable} where a.org_id = ${caller.org_id} and a.id = ${id}::int8`,
  );
}

/** Entries, newest first. */
export async function findEntries(caller: Caller, query: ListAuditEntries): Promise<Listed<StoredEntry>> {
  const { resource, record_id, actor_id, action, from, to } = query;
  const where = sql`a.org_id = ${caller.org_id}
    ${resource ? sql`and a.resource = ${resource}` : empty}
    ${record_id ? sql`and a.record_id = ${record_id}` : empty}
    ${actor_id ? sql`and a.actor_id = ${actor_id}` : empty}
    ${action ? sql`and a.action = ${action}` : empty}
    ${from ? sql`and a.occurred_at >= ${from}::timestamptz` : empty}
    ${to ? sql`and a.occurred_at < ${to}::timestamptz` : empty}`;
  return readPage<StoredEntry>(caller, query, {
    columns,
    from: sql`audit_log a`,
    join: erasable,
    where,
    orderBy: sql`a.occurred_at desc, a.id desc`,
  });
}
