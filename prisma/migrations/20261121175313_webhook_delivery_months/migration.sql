-- Written by hand: deliveries become partitioned. Unfinished ones share a partition that stays small; finished ones
-- are in the month of their end, and are dropped with it.

-- ================================================================ move the existing table to another schema
create schema flat;
alter sequence webhook_deliveries_id_seq owned by none;
alter table webhook_deliveries set schema flat;

CREATE TABLE "webhook_deliveries" (
    "org_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL DEFAULT nextval('webhook_deliveries_id_seq'),
    "webhook_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "event_occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_type" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,
    "is_manual" BOOLEAN NOT NULL DEFAULT false,
    "is_replay" BOOLEAN NOT NULL DEFAULT false,
    "replay_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "filed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'infinity'::timestamp with time zone,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("org_id","id","filed_at")
) PARTITION BY RANGE ("filed_at");
alter sequence webhook_deliveries_id_seq owned by webhook_deliveries.id;
-- An unfinished delivery in the partition of a month would never be sent, and a finished one in the partition of
-- unfinished deliveries would never be dropped.
alter table webhook_deliveries add constraint webhook_deliveries_filed_when_over check (
  filed_at = coalesce(finished_at, 'infinity') and (finished_at is null) = (status in ('pending', 'delivering')));
CREATE INDEX "webhook_deliveries_org_id_webhook_id_id_idx" ON "webhook_deliveries"("org_id", "webhook_id", "id");
-- At most one unfinished row per attempt. Together with webhook_deliveries_manual this covers all deliveries of an event.
create unique index webhook_deliveries_attempt on webhook_deliveries (org_id, webhook_id, event_id, attempt, filed_at)
  where not is_manual;
create index webhook_deliveries_manual on webhook_deliveries (org_id, webhook_id, event_id) where is_manual;
create index webhook_deliveries_replayed on webhook_deliveries (org_id, replay_id, id) where replay_id is not null;

-- ================================================================ partitions
-- Partitions of deliveries get an index for reading results, which only finished deliveries have; the partitions of the
-- other tables are append-only.
create or replace function months.add(parent text, part text, bounds text) returns void language plpgsql as $$
begin
  execute format('create table months.%I partition of public.%I for values %s', part, parent, bounds);
  if parent = 'webhook_deliveries' then
    execute format('create index %I on months.%I (org_id, webhook_id, status, filed_at) include (duration_ms)',
                   part || '_ended', part);
  else
    execute format('create trigger append_only before update or delete or truncate on months.%I '
                   'for each statement execute function public.refuse_change()', part);
  end if;
end $$;

do $$
declare
  first timestamptz;
begin
  set local timezone = 'UTC';
  first := date_trunc('month', now() - interval '90 days');
  perform months.add('webhook_deliveries', 'webhook_deliveries_before', format('from (minvalue) to (%L)', first));
  perform months.add('webhook_deliveries', 'webhook_deliveries_after', format('from (%L) to (''infinity'')', first));
end $$;

-- Value in the form of a partition's bounds: a quoted timestamp, 'infinity' or MAXVALUE.
create or replace function months.end_of(part text) returns text language sql stable
set timezone = 'UTC' set datestyle = 'ISO' as $$
  select substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \((.+)\)$re$)
  from pg_class c where c.oid = format('months.%I', part)::regclass
$$;

-- As before, but for tables with any partition key and any upper bound of the catch-all partition.
create or replace function months.extend(parent text, until timestamptz) returns int language plpgsql
set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  net text := parent || '_after';
  net_end text := months.end_of(net);
  month timestamptz := months.begin_of(net);
  next timestamptz;
  made int := 0;
  moment text;
begin
  if month >= until then return 0; end if;
  select a.attname into moment from pg_partitioned_table p
  join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  where p.partrelid = format('public.%I', parent)::regclass;
  execute format('lock table public.%I in access exclusive mode', parent);
  execute format('alter table public.%I detach partition months.%I', parent, net);
  while month < until loop
    next := date_trunc('month', month) + interval '1 month';
    perform months.add(parent, parent || to_char(month, '_YYYY_MM'), format('from (%L) to (%L)', month, next));
    month := next;
    made := made + 1;
  end loop;
  execute format('alter table months.%I disable trigger user', net);
  -- The moved rows are not new, so triggers must not count or announce them a second time.
  execute format('alter table public.%I disable trigger user', parent);
  execute format('with moved as (delete from months.%I where %I < %L returning *)
                  insert into public.%I select * from moved', net, moment, month, parent);
  execute format('alter table public.%I enable trigger user', parent);
  execute format('alter table months.%I enable trigger user', net);
  execute format('alter table public.%I attach partition months.%I for values from (%L) to (%s)', parent, net, month, net_end);
  return made;
end $$;

create or replace function extend_partitions(months_ahead int default 3) returns int language plpgsql
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '100ms' as $$
declare
  until timestamptz := date_trunc('month', now()) + make_interval(months => months_ahead + 1);
  parent text;
  made int := 0;
begin
  if months_ahead not between 1 and 24 then raise exception 'between 1 and 24 months ahead'; end if;
  if not pg_try_advisory_xact_lock(72707371) then return 0; end if;
  foreach parent in array array['events', 'event_log', 'audit_log', 'audit_chain', 'webhook_deliveries'] loop
    made := made + months.extend(parent, until);
  end loop;
  return made;
end $$;

create or replace function analyze_partitioned() returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze only public.events, only public.event_log, only public.audit_log, only public.audit_chain,
    only public.webhook_deliveries;
end $$;

-- Months of deliveries that ended at least 90 days ago. A partition that is being dropped concurrently has no bounds.
create or replace function months.old_deliveries() returns table (part text, ends timestamptz) language sql stable
set timezone = 'UTC' set datestyle = 'ISO' as $$
  select m.name, m.bounds[1]::timestamptz
  from (select c.relname::text as name,
          regexp_match(pg_get_expr(c.relpartbound, c.oid), $re$FROM \('\d.*\) TO \('(\d[^']+)'\)$re$) as bounds
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'public.webhook_deliveries'::regclass) m
  where m.bounds[1]::timestamptz <= now() - interval '90 days'
$$;

-- Drops these months, and the deliveries that ended before all months. Returns the number of dropped partitions that had rows.
-- Fails if a lock is not free within 100 ms, like extend_partitions.
create function drop_old_deliveries() returns int language plpgsql
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set lock_timeout = '100ms' as $$
declare
  net text := 'webhook_deliveries_before';
  parts text[];
  first timestamptz;
begin
  if not pg_try_advisory_xact_lock(72707371) then return 0; end if;
  select coalesce(array_agg(o.part), '{}'), max(o.ends) into parts, first from months.old_deliveries() o;
  first := coalesce(first, trim(both '''' from months.end_of(net))::timestamptz);
  if exists (select from months.webhook_deliveries_before) then parts := parts || net; end if;
  if parts = '{}' then return 0; end if;
  lock table public.webhook_deliveries in access exclusive mode;
  for i in 1 .. cardinality(parts) loop
    execute format('drop table months.%I', parts[i]);
  end loop;
  drop table if exists months.webhook_deliveries_before;
  perform months.add('webhook_deliveries', net, format('from (minvalue) to (%L)', first));
  return cardinality(parts);
end $$;

drop function partitions_state();
-- The time up to which every table has months, whether catch-all partitions contain rows, and whether deliveries are
-- due for deletion, which those before all months always are.
create function partitions_state(out covered_until timestamptz, out has_strays boolean, out has_old_deliveries boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
  select min(months.begin_of(parent || '_after')),
         exists (select from months.events_after) or exists (select from months.event_log_after)
         or exists (select from months.audit_log_after) or exists (select from months.audit_chain_after)
         or exists (select from months.events_before) or exists (select from months.event_log_before)
         or exists (select from months.audit_log_before) or exists (select from months.audit_chain_before)
         or exists (select from months.webhook_deliveries_after),
         exists (select from months.webhook_deliveries_before) or exists (select from months.old_deliveries())
  from unnest(array['events', 'event_log', 'audit_log', 'audit_chain', 'webhook_deliveries']) parent
$$;
revoke all on function drop_old_deliveries(), partitions_state() from public;
grant execute on function drop_old_deliveries(), partitions_state() to wfp_app;

-- Unfinished deliveries change constantly: a lease finds space for the next row version on the same page, and changes
-- no indexed column.
create table months.webhook_deliveries_open partition of webhook_deliveries for values from ('infinity') to (maxvalue)
  with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
-- Due attempts of an endpoint, replays after live ones.
create index webhook_deliveries_due on months.webhook_deliveries_open (org_id, webhook_id, is_replay, scheduled_at, id);
-- Deliveries that precede others waiting at an endpoint that keeps the order: retries, which block the rest, and
-- manually requested ones.
create index webhook_deliveries_ahead on months.webhook_deliveries_open (org_id, webhook_id, event_id, id)
  where not is_replay and (attempt > 1 or is_manual);

select extend_partitions();

-- ================================================================ existing rows
insert into webhook_deliveries
  (org_id, id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, lease_until, started_at,
   finished_at, duration_ms, response_status, response_headers, response_body, error, is_manual, is_replay, replay_id,
   created_at, filed_at)
select d.org_id, d.id, d.webhook_id, d.event_id, d.event_occurred_at, d.event_type, d.attempt, d.status, d.scheduled_at,
       d.lease_until, d.started_at, e.ended_at, d.duration_ms, d.response_status, d.response_headers, d.response_body,
       d.error, d.is_manual, d.is_replay, d.replay_id, d.created_at, coalesce(e.ended_at, 'infinity')
from flat.webhook_deliveries d
cross join lateral (select case when d.status not in ('pending', 'delivering')
  then coalesce(d.finished_at, d.created_at) end as ended_at) e;
drop schema flat cascade;

ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_org_id_webhook_id_fkey" FOREIGN KEY ("org_id", "webhook_id") REFERENCES "webhook_endpoints"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
analyze webhook_deliveries;
