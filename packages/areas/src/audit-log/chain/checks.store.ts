import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql } = Prisma;

const most = Prisma.raw(String(maxViolations + 1));

/**
 * A write that has several events has one entry, which names the first of them; the others are about the same record
 * and were written by the same statement, which lasts ten seconds at most.
 */
export const auditedCheck: Check = sqlCheck(
  {
    name: 'events-audited',
    scope: 'organization',
    invariant:
      'Every event has an audit entry or was written together with one that has, and every entry of a write has its event.',
    repair:
      'Rows of events or audit_log were changed outside the service. Only a superuser can do that: compare them with a backup.',
  },
  ({ org_id }) => sql`
    (select format('event %s (%s of %s %s) has no audit entry', e.id, e.event_type, e.aggregate_type, e.aggregate_id) as says
      from events e
      where e.org_id = ${org_id}
        and not exists (select from audit_log a where a.org_id = ${org_id} and a.event_id = e.id and a.occurred_at = e.occurred_at)
        and not exists (
          select from events m join audit_log a on a.org_id = m.org_id and a.event_id = m.id and a.occurred_at = m.occurred_at
          where m.org_id = ${org_id} and m.aggregate_type = e.aggregate_type and m.aggregate_id = e.aggregate_id and m.id <> e.id
            and m.occurred_at between e.occurred_at - interval '10 seconds' and e.occurred_at + interval '10 seconds')
      limit ${most})
    union all
    (select format('audit entry %s (%s of %s %s) names event %s, which is not there', a.id, a.action, a.resource, a.record_id, a.event_id)
      from audit_log a where a.org_id = ${org_id} and a.event_id is not null and not exists (
        select from events e where e.org_id = ${org_id} and e.id = a.event_id and e.occurred_at = a.occurred_at)
      limit ${most})`,
);
