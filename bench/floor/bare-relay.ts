/** Takes $1 events out of the outbox and numbers them, without leader election, fairness and checks. */
export const bareRelayStatement = `
with claimed as (
  select org_id, event_id, occurred_at from outbox order by org_id, event_id limit $1
),
gone as (
  delete from outbox o using claimed c where o.org_id = c.org_id and o.event_id = c.event_id
),
numbered as (
  select c.*, coalesce(h.seq, 0) + row_number() over (partition by c.org_id order by c.event_id) as seq
  from claimed c left join event_heads h on h.org_id = c.org_id
),
heads as (
  insert into event_heads (org_id, seq) select org_id, max(seq) from numbered group by org_id
  on conflict (org_id) do update set seq = excluded.seq
)
insert into event_log (org_id, seq, event_id, occurred_at) select org_id, seq, event_id, occurred_at from numbered
returning org_id, event_id`;

/** Reads events by their organizations $1 and ids $2, as publishing requires. */
export const bareRelayEvents = `
select e.* from unnest($1::int[], $2::int8[]) n(org_id, event_id)
cross join lateral (select * from events e where e.org_id = n.org_id and e.id = n.event_id limit 1) e`;
