import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql } = Prisma;

const maxRows = Prisma.raw(String(maxViolations + 1));

/**
 * A write with several events has one entry, which refers to the first of them. The other events are about the same
 * record, and the same statement inserts them, within the statement timeout of ten seconds.
 */
export const auditedCheck: Check = sqlCheck(
  {
    name: 'events-audited',
    scope: 'organization',
    invariant:
      'Every event, or another event of the same write, has an audit entry, and every event that an audit entry refers to exists.',
    repair:
      'Rows of events or audit_log were changed outside the service. Only the owner of the tables or a superuser can do that: compare them with a backup.',
  },
  ({ org_id }) => sql`
    (select format('event %s (%s of %s %s) has no audit entry', e.id, e.event_type, e.aggregate_type, e.aggregate_id) as message
      from events e
      where e.org_id = ${org_id}
        and not exists (select from audit_log a where a.org_id = ${org_id} and a.event_id = e.id and a.occurred_at = e.occurred_at)
        and not exists (
          select from events m join audit_log a on a.org_id = m.org_id and a.event_id = m.id and a.occurred_at = m.occurred_at
          where m.org_id = ${org_id} and m.aggregate_type = e.aggregate_type and m.aggregate_id = e.aggregate_id and m.id <> e.id
            and m.occurred_at between e.occurred_at - interval '10 seconds' and e.occurred_at + interval '10 seconds')
      limit ${maxRows})
    union all
    (select format('audit entry %s (%s of %s %s) refers to event %s, which does not exist', a.id, a.action, a.resource, a.record_id, a.event_id)
      from audit_log a where a.org_id = ${org_id} and a.event_id is not null and not exists (
        select from events e where e.org_id = ${org_id} and e.id = a.event_id and e.occurred_at = a.occurred_at)
      limit ${maxRows})`,
);
