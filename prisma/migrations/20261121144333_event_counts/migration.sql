-- CreateTable
CREATE TABLE "event_counts" (
    "org_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "aggregate_type" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "event_counts_pkey" PRIMARY KEY ("org_id","day","aggregate_type","event_type")
);

-- ================================================================ what the Prisma schema cannot express

-- Rows of the current day are updated constantly: free space on their pages allows updates in place.
alter table event_counts set (fillfactor = 80);

-- Counts newly numbered events in the numbering transaction, also for a relay of the previous version during a
-- rollout. Rows of a batch are updated in one order, so that two batches cannot deadlock.
create function count_numbered_events() returns trigger language plpgsql as $$
begin
  insert into event_counts as c (org_id, day, aggregate_type, event_type, count)
  select e.org_id, (e.occurred_at at time zone 'UTC')::date, e.aggregate_type, e.event_type, count(*)
  from numbered n join events e on e.org_id = n.org_id and e.id = n.event_id
  where not e.is_private
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (org_id, day, aggregate_type, event_type) do update set count = c.count + excluded.count;
  return null;
end $$
-- The plan is cached. One made while there are few events would scan all of them later.
set enable_seqscan = off;

create trigger count_numbered after insert on event_log referencing new table as numbered
  for each statement execute function count_numbered_events();

-- The trigger blocks relays until this transaction ends; it counts the events that they number later.
insert into event_counts (org_id, day, aggregate_type, event_type, count)
select e.org_id, (e.occurred_at at time zone 'UTC')::date, e.aggregate_type, e.event_type, count(*)
from event_log l join events e on e.org_id = l.org_id and e.id = l.event_id
where not e.is_private
group by 1, 2, 3, 4;
