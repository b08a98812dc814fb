-- Analyzes one table of the service. Runs as the owner of the tables, which the service is not. Fails if a lock is not
-- free within 100 ms; it is called again later.
create function analyze_table(id oid) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms' as $$
declare
  target pg_class;
begin
  select * into target from pg_class c where c.oid = id and c.relkind in ('r', 'p')
    and c.relnamespace in ('public'::regnamespace, 'months'::regnamespace);
  if target.oid is null then raise exception 'not a table of the service'; end if;
  execute format('analyze %s %s', case target.relkind when 'p' then 'only' else '' end, id::regclass);
end $$;
