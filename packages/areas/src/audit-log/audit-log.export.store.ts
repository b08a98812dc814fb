import { type Caller, type Exportable, exportable } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { EntryFilter } from './audit-log.contract.ts';
import { actorName, erasableJoins, matchesFilter } from './audit-log.store.ts';
import { canReadAll } from './reading-rights.ts';
import { findMatches, meetsAny } from './search.store.ts';

const { sql } = Prisma;

/** The log as a file, oldest first. Includes the caller's own reads of the log. */
export const auditLogExport: Exportable = exportable<EntryFilter>({
  resource: 'audit_log',
  noun: 'the audit log',
  path: '/audit-log',
  filter: EntryFilter,
  columns: [
    'id',
    'occurred_at',
    'actor_type',
    'actor_id',
    'actor_name',
    'action',
    'outcome',
    'resource',
    'record_id',
    'fields',
    'before',
    'after',
    'erased',
    'event_id',
    'request_id',
    'ip',
    'user_agent',
  ],
  statement: async (caller, filter) => sql`
    select a.id::float8 as id, a.occurred_at, a.actor_type, a.actor_id, ${actorName} as actor_name, a.action, a.outcome,
      a.resource, a.record_id::float8 as record_id,
      array(select jsonb_object_keys(coalesce(p.before, a.before, '{}') || coalesce(p.after, a.after, '{}')) order by 1) as fields,
      case when a.resource <> all(${findUnreadableResources(caller)}::text[]) then coalesce(p.before, a.before) end as before,
      case when a.resource <> all(${findUnreadableResources(caller)}::text[]) then coalesce(p.after, a.after) end as after,
      a.personal_digest is not null and p.audit_id is null as erased,
      a.event_id::float8 as event_id, a.request_id, a.ip, a.user_agent
    from audit_log a ${erasableJoins} where ${await matchesAll(caller, filter)} order by a.occurred_at, a.id`,
});

async function matchesAll(caller: Caller, filter: EntryFilter): Promise<Prisma.Sql> {
  const { q } = filter;
  const others = matchesFilter(caller, filter);
  return q ? sql`${others} and ${meetsAny(await findMatches(caller, q))}` : others;
}

/** Resources whose changed fields are exported without their values. */
function findUnreadableResources(caller: Caller): string[] {
  return [...caller.platform.access.resources.keys()].filter((resource) => !canReadAll(caller, resource));
}
