import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql } = Prisma;

const most = Prisma.raw(String(maxViolations + 1));

/** Events whose numbers went with an archive, though they themselves lie in the first month that is kept. */
const firstKept = (org_id: number) => sql`first as (
  select l.seq > 1 as is_archived, date_trunc('month', l.occurred_at, 'UTC') + interval '10 minutes' as settled_from
  from event_log l where l.org_id = ${org_id} order by l.seq limit 1)`;

const numbered = sqlCheck(
  {
    name: 'events-numbered',
    scope: 'organization',
    invariant: 'Every event has a number or waits in the outbox for one, and both lead to an event.',
    repair:
      'An event without both is delivered by adding it to the outbox: insert into outbox (org_id, event_id, occurred_at). A number or a place in the outbox without an event comes from a restore that left rows out.',
  },
  ({ org_id }) => sql`with ${firstKept(org_id)}
    (select format('event %s (%s of %s %s) has no number and waits for none', e.id, e.event_type, e.aggregate_type, e.aggregate_id) as says
      from events e left join first f on true
      where e.org_id = ${org_id} and (f.is_archived is not true or e.occurred_at >= f.settled_from)
        and not exists (select from event_log l where l.org_id = ${org_id} and l.event_id = e.id and l.occurred_at = e.occurred_at)
        and not exists (select from outbox o where o.org_id = ${org_id} and o.event_id = e.id)
      limit ${most})
    union all
    (select format('number %s leads to event %s, which is not there', l.seq, l.event_id) from event_log l
      where l.org_id = ${org_id} and not exists (
        select from events e where e.org_id = ${org_id} and e.id = l.event_id and e.occurred_at = l.occurred_at)
      limit ${most})
    union all
    (select format('event %s waits in the outbox, and %s', o.event_id,
        case when l.event_id is null then 'is not there' else 'has its number' end)
      from outbox o left join event_log l on l.org_id = ${org_id} and l.event_id = o.event_id and l.occurred_at = o.occurred_at
      where o.org_id = ${org_id} and (l.event_id is not null or not exists (
        select from events e where e.org_id = ${org_id} and e.id = o.event_id and e.occurred_at = o.occurred_at))
      limit ${most})`,
);

const contiguous = sqlCheck(
  {
    name: 'log-contiguous',
    scope: 'organization',
    invariant: 'The numbers of events follow each other without a gap, up to the head.',
    repair:
      'Readers of the stream lose or repeat events at the named position: restore the log from a backup, or have them start again at the head.',
  },
  ({ org_id }) => sql`
    (select format('behind number %s comes %s', n.before, n.seq) as says
      from (select l.seq, lag(l.seq) over (order by l.seq) as before from event_log l where l.org_id = ${org_id}) n
      where n.seq <> n.before + 1 limit ${most})
    union all
    select format('the last number is %s, the head says %s', l.last, coalesce(h.seq::text, 'nothing'))
      from (select max(seq) as last from event_log where org_id = ${org_id}) l
      left join event_heads h on h.org_id = ${org_id}
      where l.last is distinct from h.seq and l.last is not null`,
);

const counted = sqlCheck(
  {
    name: 'event-counts',
    scope: 'organization',
    invariant: 'The figures behind totals of events, by day and month, are what the log has.',
    repair:
      'Totals of lists are wrong for these days until the figures are set right: event_counts.count is the number of numbered events that are not private.',
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
    select format('%s, %s %s: %s are counted, the log has %s', e.event_type, case when is_month then 'month of' else 'day' end,
      starts_on, coalesce(k.count, 0), coalesce(c.count, 0)) as says
    from counted c full join kept k using (is_month, starts_on, aggregate_type, event_type)
    cross join lateral (select event_type) e
    left join first f on true
    where coalesce(k.count, 0) <> coalesce(c.count, 0)
      -- Of the first month that is kept, some numbers have gone with the one before.
      and not (f.is_archived is true and starts_on = (f.settled_from at time zone 'UTC')::date)
    limit ${most}`,
);

const waiting = sqlCheck(
  {
    name: 'relay-keeps-up',
    scope: 'organization',
    invariant:
      'No event waits for its number for five minutes, and none for a projection that failed three times.',
    repair:
      'Is a worker running that has the relay? `ops outbox` shows what waits and why, `ops outbox --requeue` tries it again at once.',
  },
  ({ org_id }) => sql`
    (select format('event %s waits since %s', o.event_id, o.occurred_at) as says from outbox o
      where o.org_id = ${org_id} and o.occurred_at < now() - interval '5 minutes' order by o.event_id limit ${most})
    union all
    (select format('event %s was refused by %s %s times: %s', f.event_id,
        case f.projection when '' then 'the relay' else f.projection end, f.attempts, f.last_error)
      from relay_failures f where f.org_id = ${org_id} and (f.attempts >= 3 or f.projection = '')
      order by f.event_id limit ${most})`,
);

export const eventChecks: readonly Check[] = [numbered, contiguous, counted, waiting];
