-- Written by hand. Unfinished deliveries have no month: lanes find them by ctid, for which they need the name of the
-- partition.
alter table months.webhook_deliveries_open set schema public;
grant select, insert, update, delete on webhook_deliveries_open to wfp_app;

-- Same result as before, but the plan does not depend on the statistics of a month that has just begun: `between` and
-- `order by` make PostgreSQL look up each event through an index on its key.
create or replace function count_numbered_events() returns trigger language plpgsql as $$
begin
  insert into event_counts as c (org_id, is_month, starts_on, aggregate_type, event_type, count)
  select e.org_id, s.is_month, s.starts_on, e.aggregate_type, e.event_type, count(*)
  from numbered n
  cross join lateral (
    select * from events e
    where e.org_id = n.org_id and e.id between n.event_id and n.event_id and e.occurred_at = n.occurred_at
    order by e.id limit 1
  ) e
  cross join lateral (values (false, (e.occurred_at at time zone 'UTC')::date),
                             (true, date_trunc('month', e.occurred_at at time zone 'UTC')::date)) s(is_month, starts_on)
  where not e.is_private
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (org_id, is_month, starts_on, aggregate_type, event_type) do update set count = c.count + excluded.count;
  return null;
end $$
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off;
