import { isNotSuspended } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { isOpen } from './delivery-state.store.ts';

const { sql } = Prisma;

const maxRows = Prisma.raw(String(maxViolations + 1));

const orphans = sqlCheck(
  {
    name: 'deliveries-valid',
    scope: 'organization',
    invariant: 'Every delivery has an endpoint and, unless events of its time have been archived, an event.',
    repair: 'Delete the listed deliveries: they are operational data.',
  },
  ({ org_id }) => sql`
    (select format('delivery %s refers to endpoint %s, which does not exist', d.id, d.webhook_id) as message
      from webhook_deliveries d where d.org_id = ${org_id} and not exists (
        select from webhook_endpoints w where w.org_id = ${org_id} and w.id = d.webhook_id) limit ${maxRows})
    union all
    (select format('delivery %s refers to event %s, which does not exist', d.id, d.event_id)
      from webhook_deliveries d where d.org_id = ${org_id}
        and d.event_occurred_at >= (select min(e.occurred_at) from events e where e.org_id = ${org_id})
        and not exists (select from events e where e.org_id = ${org_id} and e.id = d.event_id and e.occurred_at = d.event_occurred_at)
      limit ${maxRows})`,
);

const complete = sqlCheck(
  {
    name: 'deliveries-complete',
    scope: 'organization',
    invariant:
      'Every numbered event of the last 30 days that is not private has a delivery to each endpoint that is subscribed to it and has been active and unchanged since.',
    repair: 'Send the missing deliveries: `ops replay --org <slug> --webhook <id> --from <time>`.',
  },
  ({ org_id }) => sql`
    select format('event %s (%s) has no delivery to endpoint %s', e.id, e.event_type, w.id) as message
    from webhook_endpoints w
    join events e on e.org_id = w.org_id and e.occurred_at > w.updated_at + interval '5 minutes'
      and e.occurred_at > now() - interval '30 days' and not e.is_private and e.event_type <> 'webhook.test'
      and (w.event_types = '{}' or e.event_type = any(w.event_types) or split_part(e.event_type, '.', 1) || '.*' = any(w.event_types))
    where w.org_id = ${org_id} and w.is_active and w.deleted_at is null
      and not exists (select from outbox o where o.org_id = ${org_id} and o.event_id = e.id)
      and not exists (select from relay_failures f where f.org_id = ${org_id} and f.event_id = e.id)
      and not exists (select from webhook_deliveries d where d.org_id = ${org_id} and d.webhook_id = w.id
        and d.event_id = e.id and d.event_occurred_at = e.occurred_at)
    limit ${maxRows}`,
);

const moving = sqlCheck(
  {
    name: 'deliveries-not-stuck',
    scope: 'organization',
    invariant:
      'No live delivery to an endpoint without failures, rate limit and fixed order has been due, or has had an expired lease, for an hour.',
    repair:
      'Check that a worker with the webhooks lane is running. Its log and the queue dashboard show what the lane does.',
  },
  // Deliveries may wait because of a rate limit, the order of events, a failing receiver or a suspension.
  ({ org_id }) => sql`
    select format('delivery %s to endpoint %s is %s since %s', d.id, d.webhook_id, d.status, coalesce(d.lease_until, d.scheduled_at)) as message
    from webhook_deliveries d join webhook_endpoints w on w.org_id = d.org_id and w.id = d.webhook_id
    left join webhook_lanes l on l.org_id = w.org_id and l.webhook_id = w.id
    where d.org_id = ${org_id} and ${isOpen} and coalesce(d.lease_until, d.scheduled_at) < now() - interval '1 hour'
      and w.is_active and w.deleted_at is null and w.failing_since is null and not w.ordered
      and w.rate_limit_per_second is null and not d.is_replay and l.held_until is null
      and ${isNotSuspended(sql`d.org_id`)}
    order by d.id limit ${maxRows}`,
);

export const deliveryChecks: readonly Check[] = [orphans, complete, moving];
