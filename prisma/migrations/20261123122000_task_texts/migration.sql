-- The searched texts of live tasks, in lower case and apart from the tasks: most updates of a task insert an entry into each
-- of its indexes, and a text has hundreds of entries.
create table task_texts (
  org_id integer not null,
  task_id integer not null,
  text text not null,
  constraint task_texts_pkey primary key (org_id, task_id)
);

-- Searches contain no line feed, so a match never spans two fields.
create function task_text(title text, label text, description text) returns text language sql immutable parallel safe
return lower(title || e'\n' || coalesce(label, '') || e'\n' || description);
grant execute on function task_text(text, text, text) to wfp_app;

create function insert_task_texts() returns trigger language plpgsql as $$
begin
  insert into task_texts (org_id, task_id, text)
  select org_id, id, task_text(title, label, description) from created where deleted_at is null;
  return null;
end $$;

create function update_task_text() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    insert into task_texts (org_id, task_id, text) values (new.org_id, new.id, task_text(new.title, new.label, new.description))
    on conflict (org_id, task_id) do update set text = excluded.text;
  else
    delete from task_texts where org_id = new.org_id and task_id = new.id;
  end if;
  return null;
end $$;

create function delete_task_text() returns trigger language plpgsql as $$
begin
  delete from task_texts where org_id = old.org_id and task_id = old.id;
  return null;
end $$;

create trigger insert_texts after insert on tasks referencing new table as created
  for each statement execute function insert_task_texts();
create trigger update_text after update of title, label, description, deleted_at on tasks
  for each row when ((old.title, old.label, old.description, old.deleted_at)
    is distinct from (new.title, new.label, new.description, new.deleted_at))
  execute function update_task_text();
create trigger delete_text after delete on tasks for each row execute function delete_task_text();

insert into task_texts (org_id, task_id, text)
select org_id, id, task_text(title, label, description) from tasks where deleted_at is null order by org_id, id;

-- Merges the pending lists of GIN indexes, which otherwise one of the following writes does. Runs as the owner of the
-- tables, which the service is not.
create function merge_pending_entries() returns bigint language sql
security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(gin_clean_pending_list(c.oid)), 0)
  from pg_class c join pg_am a on a.oid = c.relam
  where a.amname = 'gin' and c.relkind = 'i' and c.relnamespace in ('public'::regnamespace, 'months'::regnamespace);
$$;
revoke all on function merge_pending_entries() from public;
grant execute on function merge_pending_entries() to wfp_app;
