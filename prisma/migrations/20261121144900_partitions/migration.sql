-- Written by hand: tables that grow without limit become partitioned by month.

-- ================================================================ partition keys
ALTER TABLE "audit_heads" ADD COLUMN "archived_seq" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "archived_hash" BYTEA,
ADD COLUMN "archived_late_seq" BIGINT NOT NULL DEFAULT 0;

alter table outbox add column occurred_at timestamptz(3);
update outbox o set occurred_at = e.occurred_at from events e where e.org_id = o.org_id and e.id = o.event_id;
alter table outbox alter column occurred_at set not null;

alter table webhook_deliveries add column event_occurred_at timestamptz(3);
update webhook_deliveries d set event_occurred_at = coalesce(
  (select e.occurred_at from events e where e.org_id = d.org_id and e.id = d.event_id), d.created_at);
alter table webhook_deliveries alter column event_occurred_at set not null;

-- ================================================================ move the existing tables to another schema
create schema flat;
alter sequence events_id_seq owned by none;
alter sequence audit_log_id_seq owned by none;
drop function audit_entry_digest(audit_log);
alter table events set schema flat;
alter table event_log set schema flat;
alter table audit_log set schema flat;
alter table audit_chain set schema flat;

CREATE TABLE "events" (
    "org_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL DEFAULT nextval('events_id_seq'),
    "aggregate_type" TEXT NOT NULL,
    "aggregate_id" INTEGER NOT NULL,
    "event_type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "subject_employee_id" INTEGER,
    "subject_team_id" INTEGER,
    "subject_user_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "is_private" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "events_pkey" PRIMARY KEY ("org_id","id","occurred_at")
) PARTITION BY RANGE ("occurred_at");
CREATE INDEX "events_org_id_occurred_at_id_idx" ON "events"("org_id", "occurred_at", "id");
CREATE INDEX "events_org_id_aggregate_type_aggregate_id_id_idx" ON "events"("org_id", "aggregate_type", "aggregate_id", "id");
alter sequence events_id_seq owned by events.id;

CREATE TABLE "event_log" (
    "org_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_log_pkey" PRIMARY KEY ("org_id","seq","occurred_at")
) PARTITION BY RANGE ("occurred_at");

CREATE TABLE "audit_log" (
    "org_id" INTEGER NOT NULL,
    "id" BIGINT NOT NULL DEFAULT nextval('audit_log_id_seq'),
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "event_id" BIGINT,
    "actor_type" "audit_actor_type" NOT NULL,
    "actor_id" INTEGER,
    "actor_name" TEXT,
    "on_behalf_of" INTEGER,
    "action" TEXT NOT NULL,
    "outcome" "audit_outcome" NOT NULL DEFAULT 'success',
    "resource" TEXT NOT NULL,
    "record_id" BIGINT,
    "before" JSONB,
    "after" JSONB,
    "personal_digest" BYTEA,
    "ip" TEXT,
    "user_agent" TEXT,
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("org_id","id","occurred_at")
) PARTITION BY RANGE ("occurred_at");
CREATE INDEX "audit_log_org_id_occurred_at_id_idx" ON "audit_log"("org_id", "occurred_at", "id");
CREATE INDEX "audit_log_org_id_resource_record_id_id_idx" ON "audit_log"("org_id", "resource", "record_id", "id");
alter sequence audit_log_id_seq owned by audit_log.id;

CREATE TABLE "audit_chain" (
    "org_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "audit_id" BIGINT NOT NULL,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("org_id","seq","occurred_at")
) PARTITION BY RANGE ("occurred_at");
CREATE UNIQUE INDEX "audit_chain_org_id_audit_id_occurred_at_key" ON "audit_chain"("org_id", "audit_id", "occurred_at");

-- ================================================================ partitions
-- They have a schema of their own, on which the service's role has no privilege: it accesses them only through their
-- parent tables. A table's partitions have no gaps and no default partition: one before the first month and one
-- after the last catch everything else, so that a write never fails because a month is missing. Lists that begin
-- with the newest rows can then stop in the newest month, which a default partition would prevent.
create schema if not exists months;

-- Triggers for statements are not inherited, so each partition gets its own.
create or replace function months.add(parent text, part text, bounds text) returns void language plpgsql as $$
begin
  execute format('create table months.%I partition of public.%I for values %s', part, parent, bounds);
  execute format('create trigger append_only before update or delete or truncate on months.%I '
                 'for each statement execute function public.refuse_change()', part);
end $$;

create or replace function months.begin_of(part text) returns timestamptz language sql stable
set timezone = 'UTC' set datestyle = 'ISO' as $$
  select substring(pg_get_expr(c.relpartbound, c.oid) from $re$FROM \('([^']+)'\)$re$)::timestamptz
  from pg_class c where c.oid = format('months.%I', part)::regclass
$$;

-- Creates the months between the last one and `until`, and moves rows of the catch-all partition into them.
create or replace function months.extend(parent text, until timestamptz) returns int language plpgsql
set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  net text := parent || '_after';
  month timestamptz := months.begin_of(net);
  next timestamptz;
  made int := 0;
begin
  if month >= until then return 0; end if;
  execute format('lock table public.%I in access exclusive mode', parent);
  execute format('alter table public.%I detach partition months.%I', parent, net);
  while month < until loop
    next := date_trunc('month', month) + interval '1 month';
    perform months.add(parent, parent || to_char(month, '_YYYY_MM'), format('from (%L) to (%L)', month, next));
    month := next;
    made := made + 1;
  end loop;
  execute format('alter table months.%I disable trigger append_only', net);
  -- The moved rows are not new, so triggers must not count or announce them a second time.
  execute format('alter table public.%I disable trigger user', parent);
  execute format('with moved as (delete from months.%I where occurred_at < %L returning *)
                  insert into public.%I select * from moved', net, month, parent);
  execute format('alter table public.%I enable trigger user', parent);
  execute format('alter table months.%I enable trigger append_only', net);
  execute format('alter table public.%I attach partition months.%I for values from (%L) to (maxvalue)', parent, net, month);
  return made;
end $$;

-- Creates the missing months up to `months_ahead` months after the current one and returns their number. Runs as the
-- owner of the tables, which the service is not. Fails if a lock is not free within 100 ms; it is called again later.
create function extend_partitions(months_ahead int default 3) returns int language plpgsql
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '100ms' as $$
declare
  until timestamptz := date_trunc('month', now()) + make_interval(months => months_ahead + 1);
  parent text;
  made int := 0;
begin
  if months_ahead not between 1 and 24 then raise exception 'between 1 and 24 months ahead'; end if;
  if not pg_try_advisory_xact_lock(72707371) then return 0; end if;
  foreach parent in array array['events', 'event_log', 'audit_log', 'audit_chain'] loop
    made := made + months.extend(parent, until);
  end loop;
  return made;
end $$;

-- Autovacuum gathers statistics of partitions only, not of the whole table.
create function analyze_partitioned() returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  analyze only public.events, only public.event_log, only public.audit_log, only public.audit_chain;
end $$;

do $$
declare
  parent text;
  first timestamptz;
begin
  set local timezone = 'UTC';
  select date_trunc('month', greatest(least(min(at), now()), now() - interval '20 years')) into first
  from (select min(occurred_at) as at from flat.events union all select min(occurred_at) from flat.audit_log) oldest;
  foreach parent in array array['events', 'event_log', 'audit_log', 'audit_chain'] loop
    perform months.add(parent, parent || '_before', format('from (minvalue) to (%L)', first));
    perform months.add(parent, parent || '_after', format('from (%L) to (maxvalue)', first));
  end loop;
end $$;
-- The time up to which every table has months, and whether catch-all partitions contain rows.
create function partitions_state(out covered_until timestamptz, out has_strays boolean) language sql stable
security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
  select min(months.begin_of(parent || '_after')),
         exists (select from months.events_after) or exists (select from months.event_log_after)
         or exists (select from months.audit_log_after) or exists (select from months.audit_chain_after)
         or exists (select from months.events_before) or exists (select from months.event_log_before)
         or exists (select from months.audit_log_before) or exists (select from months.audit_chain_before)
  from unnest(array['events', 'event_log', 'audit_log', 'audit_chain']) parent
$$;

select extend_partitions();

-- ================================================================ existing rows
insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at,
                    subject_employee_id, subject_team_id, subject_user_ids, is_private)
select org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at,
       subject_employee_id, subject_team_id, subject_user_ids, is_private from flat.events;
insert into event_log (org_id, seq, event_id, occurred_at)
select l.org_id, l.seq, l.event_id, e.occurred_at
from flat.event_log l join flat.events e on e.org_id = l.org_id and e.id = l.event_id;
insert into audit_log (org_id, id, occurred_at, event_id, actor_type, actor_id, actor_name, on_behalf_of, action, outcome,
                       resource, record_id, before, after, personal_digest, ip, user_agent, request_id)
select org_id, id, occurred_at, event_id, actor_type, actor_id, actor_name, on_behalf_of, action, outcome,
       resource, record_id, before, after, personal_digest, ip, user_agent, request_id from flat.audit_log;
-- A link whose entry is missing proves that the log was changed: it is kept, so that verification still finds it.
insert into audit_chain (org_id, seq, audit_id, prev_hash, hash, sealed_at, occurred_at)
select c.org_id, c.seq, c.audit_id, c.prev_hash, c.hash, c.sealed_at, coalesce(a.occurred_at, c.sealed_at)
from flat.audit_chain c left join flat.audit_log a on a.org_id = c.org_id and a.id = c.audit_id;
drop schema flat cascade;

-- ================================================================ triggers, privileges and functions of the former tables
create trigger append_only before update or delete or truncate on events for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on event_log for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();
revoke update, delete on events, event_log, audit_log, audit_chain from wfp_app;
revoke all on function extend_partitions(int), partitions_state(), analyze_partitioned() from public;
grant execute on function extend_partitions(int), partitions_state(), analyze_partitioned() to wfp_app;

create function audit_entry_digest(entry audit_log) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(
    entry.org_id, entry.id, wire_time(entry.occurred_at), entry.event_id, entry.actor_type, entry.actor_id,
    entry.actor_name, entry.on_behalf_of, entry.action, entry.outcome, entry.resource, entry.record_id,
    entry.before, entry.after, encode(entry.personal_digest, 'hex'), entry.ip, entry.user_agent, entry.request_id
  )::text, 'UTF8'))
$$;

create or replace function count_numbered_events() returns trigger language plpgsql as $$
begin
  insert into event_counts as c (org_id, day, aggregate_type, event_type, count)
  select e.org_id, (e.occurred_at at time zone 'UTC')::date, e.aggregate_type, e.event_type, count(*)
  from numbered n join events e on e.org_id = n.org_id and e.id = n.event_id and e.occurred_at = n.occurred_at
  where not e.is_private
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (org_id, day, aggregate_type, event_type) do update set count = c.count + excluded.count;
  return null;
end $$
set enable_seqscan = off;
create trigger count_numbered after insert on event_log referencing new table as numbered
  for each statement execute function count_numbered_events();

analyze events, event_log, audit_log, audit_chain;
