-- Written by hand: the counts per day are kept. Relays are blocked until this transaction ends.
lock table event_log in share row exclusive mode;

ALTER TABLE "event_counts" DROP CONSTRAINT "event_counts_pkey";
ALTER TABLE "event_counts" RENAME COLUMN "day" TO "starts_on";
ALTER TABLE "event_counts" ADD COLUMN "is_month" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "event_counts" ALTER COLUMN "is_month" DROP DEFAULT;
insert into event_counts (org_id, is_month, starts_on, aggregate_type, event_type, count)
select org_id, true, date_trunc('month', starts_on)::date as month, aggregate_type, event_type, sum(count)
from event_counts group by 1, 3, 4, 5 order by 1, 3, 4, 5;
ALTER TABLE "event_counts" ADD CONSTRAINT "event_counts_pkey"
  PRIMARY KEY ("org_id", "is_month", "starts_on", "aggregate_type", "event_type");

create or replace function count_numbered_events() returns trigger language plpgsql as $$
begin
  insert into event_counts as c (org_id, is_month, starts_on, aggregate_type, event_type, count)
  select e.org_id, s.is_month, s.starts_on, e.aggregate_type, e.event_type, count(*)
  from numbered n
  join events e on e.org_id = n.org_id and e.id = n.event_id and e.occurred_at = n.occurred_at
  cross join lateral (values (false, (e.occurred_at at time zone 'UTC')::date),
                             (true, date_trunc('month', e.occurred_at at time zone 'UTC')::date)) s(is_month, starts_on)
  where not e.is_private
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (org_id, is_month, starts_on, aggregate_type, event_type) do update set count = c.count + excluded.count;
  return null;
end $$
set enable_seqscan = off;
