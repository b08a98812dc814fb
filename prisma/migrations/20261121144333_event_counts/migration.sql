-- CreateTable
CREATE TABLE "event_counts" (
    "org_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "aggregate_type" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "event_counts_pkey" PRIMARY KEY ("org_id","day","aggregate_type","event_type")
);

-- ================================================================ what the Prisma schema cannot say

-- Rows of today are changed again and again: with room on their pages they stay where they are.
alter table event_counts set (fillfactor = 80);

-- Counts what was just numbered, in the transaction that numbers it, whoever does: a relay of the version before this
-- one counts as well while the new one is rolled out. Rows of a batch come in one order, so no two wait for each other.
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
-- Its plan is kept. Made while there were few events, it would read all of them when there are many.
set enable_seqscan = off;

create trigger count_numbered after insert on event_log referencing new table as numbered
  for each statement execute function count_numbered_events();

-- The trigger keeps relays away until this transaction ends: what they number later, it counts.
insert into event_counts (org_id, day, aggregate_type, event_type, count)
select e.org_id, (e.occurred_at at time zone 'UTC')::date, e.aggregate_type, e.event_type, count(*)
from event_log l join events e on e.org_id = l.org_id and e.id = l.event_id
where not e.is_private
group by 1, 2, 3, 4;
