import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql } = Prisma;

const maxRows = Prisma.raw(String(maxViolations + 1));

/**
 * Common table expression for the oldest month of the log. The numbers of some of its first events may be archived with
 * the month before.
 */
const firstKept = (org_id: number) => sql`first as (
  select l.seq > 1 as is_archived, date_trunc('month', l.occurred_at, 'UTC') + interval '10 minutes' as settled_from
  from event_log l where l.org_id = ${org_id} order by l.seq limit 1)`;

const numbered = sqlCheck(
  {
    name: 'events-numbered',
    scope: 'organization',
    invariant: 'Every event has a number or an outbox row, and every number and outbox row has an event.',
    repair:
      'If an event has neither, add it to the outbox to deliver it: insert into outbox (org_id, event_id, occurred_at). A number or an outbox row without an event results from an incomplete restore.',
  },
  ({ org_id }) => sql`with ${firstKept(org_id)}
    (select format('event %s (%s of %s %s) has neither a number nor an outbox row', e.id, e.event_type, e.aggregate_type, e.aggregate_id) as message
      from events e left join first f on true
      where e.org_id = ${org_id} and (f.is_archived is not true or e.occurred_at >= f.settled_from)
        and not exists (select from event_log l where l.org_id = ${org_id} and l.event_id = e.id and l.occurred_at = e.occurred_at)
        and not exists (select from outbox o where o.org_id = ${org_id} and o.event_id = e.id)
      limit ${maxRows})
    union all
    (select format('number %s refers to event %s, which does not exist', l.seq, l.event_id) from event_log l
      where l.org_id = ${org_id} and not exists (
        select from events e where e.org_id = ${org_id} and e.id = l.event_id and e.occurred_at = l.occurred_at)
      limit ${maxRows})
    union all
    (select format('event %s is in the outbox and %s', o.event_id,
        case when l.event_id is null then 'does not exist' else 'has a number' end)
      from outbox o left join event_log l on l.org_id = ${org_id} and l.event_id = o.event_id and l.occurred_at = o.occurred_at
      where o.org_id = ${org_id} and (l.event_id is not null or not exists (
        select from events e where e.org_id = ${org_id} and e.id = o.event_id and e.occurred_at = o.occurred_at))
      limit ${maxRows})`,
);

const contiguous = sqlCheck(
  {
    name: 'log-contiguous',
    scope: 'organization',
    invariant: 'The numbers of events have no gaps up to the head.',
    repair:
      'Stream readers lose or repeat events at this position: restore the log from a backup, or have readers restart at the head.',
  },
  ({ org_id }) => sql`
    (select format('number %s is followed by %s', n.before, n.seq) as message
      from (select l.seq, lag(l.seq) over (order by l.seq) as before from event_log l where l.org_id = ${org_id}) n
      where n.seq <> n.before + 1 limit ${maxRows})
    union all
    select format('the last number is %s, the head is %s', l.last, coalesce(h.seq::text, 'missing'))
      from (select max(seq) as last from event_log where org_id = ${org_id}) l
      left join event_heads h on h.org_id = ${org_id}
      where l.last is distinct from h.seq and l.last is not null`,
);

const counted = sqlCheck(
  {
    name: 'event-counts',
    scope: 'organization',
    invariant: 'The stored event counts by day and month match the log.',
    repair:
      'Totals of event lists are wrong for these days until event_counts.count is corrected: the number of numbered events that are not private.',
  },
  ({ org_id }) => sql`with ${firstKept(org_id)},
    counted as (
      select s.is_month, s.starts_on, e.aggregate_type, e.event_type, count(*) as count
      from event_log l join events e on e.org_id = l.org_id and e.id = l.event_id and e.occurred_at = l.occurred_at
      cross join lateral (values (false, (e.occurred_at at time zone 'UTC')::date),
                                 (true, date_trunc('month', e.occurred_at at time zone 'UTC')::date)) s(is_month, starts_on)
      where l.org_id = ${org_id} and not e.is_private group by 1, 2, 3, 4
    ),
    kept as (select * from event_counts where org_id = ${org_id})
    select format('%s, %s %s: the stored count is %s, the log has %s', e.event_type, case when is_month then 'month of' else 'day' end,
      starts_on, coalesce(k.count, 0), coalesce(c.count, 0)) as message
    from counted c full join kept k using (is_month, starts_on, aggregate_type, event_type)
    cross join lateral (select event_type) e
    left join first f on true
    where coalesce(k.count, 0) <> coalesce(c.count, 0)
      -- Some numbers of the oldest month were archived with the month before.
      and not (f.is_archived is true and starts_on = (f.settled_from at time zone 'UTC')::date)
    limit ${maxRows}`,
);

const waiting = sqlCheck(
  {
    name: 'relay-keeps-up',
    scope: 'organization',
    invariant:
      'No event has waited five minutes for its number, the relay has rejected no event, and no projection has failed three times for an event.',
    repair:
      'Check that a worker with the relay is running. `ops outbox` lists waiting events and errors; `ops outbox --requeue` retries them immediately.',
  },
  ({ org_id }) => sql`
    (select format('event %s has been waiting since %s', o.event_id, o.occurred_at) as message from outbox o
      where o.org_id = ${org_id} and o.occurred_at < now() - interval '5 minutes' order by o.event_id limit ${maxRows})
    union all
    (select format('event %s was rejected by %s %s times: %s', f.event_id,
        case f.projection when '' then 'the relay' else f.projection end, f.attempts, f.last_error)
      from relay_failures f where f.org_id = ${org_id} and (f.attempts >= 3 or f.projection = '')
      order by f.event_id limit ${maxRows})`,
);

export const eventChecks: readonly Check[] = [numbered, contiguous, counted, waiting];
