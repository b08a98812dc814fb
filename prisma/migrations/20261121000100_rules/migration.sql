-- Constraints that the Prisma schema cannot express.

-- ---------------------------------------------------------------- unique among live rows
create unique index users_org_id_email_live_key on users (org_id, email) where deleted_at is null;
create unique index roles_org_id_code_live_key on roles (org_id, code) where deleted_at is null;
create unique index grants_org_id_user_id_live_key on grants (org_id, user_id, role_id, scope, coalesce(team_id, 0))
  where deleted_at is null;
create unique index teams_org_id_name_live_key on teams (org_id, lower(name)) where deleted_at is null;
create unique index teams_org_id_slug_live_key on teams (org_id, slug) where deleted_at is null;
create unique index team_members_org_id_employee_id_live_key on team_members (org_id, team_id, employee_id)
  where deleted_at is null and left_on is null;
create unique index employees_org_id_employee_number_live_key on employees (org_id, employee_number)
  where deleted_at is null;
create unique index employees_org_id_user_id_live_key on employees (org_id, user_id)
  where deleted_at is null and user_id is not null;

-- ---------------------------------------------------------------- arrays are never null
alter table tasks alter column tags set not null;
alter table api_keys alter column permissions set not null;
alter table role_permissions alter column scopes set not null;
alter table webhook_endpoints alter column event_types set not null;
alter table events alter column subject_user_ids set not null;

-- ---------------------------------------------------------------- the board
alter table tasks add constraint tasks_org_id_assigned_to_check
  check (num_nonnulls(assigned_employee_id, assigned_team_id, assigned_to) <= 1);
alter table tasks add constraint tasks_org_id_reminder_offset_check check (reminder_offset is null or due_at is not null);
alter table tasks add constraint tasks_org_id_parent_task_id_check check (parent_task_id <> id);
alter table tasks add constraint tasks_slot_while_live check ((slot is null) = (deleted_at is not null));
-- Checked at the end of a statement, so that one UPDATE can shift several tasks.
drop index tasks_org_id_status_slot_key;
alter table tasks add constraint tasks_org_id_status_slot_key unique (org_id, status, slot) deferrable initially immediate;
create index tasks_due on tasks (org_id, due_at) where deleted_at is null and due_at is not null;
create index task_comments_in_order on task_comments (org_id, task_id, created_at, id) where deleted_at is null;

-- ---------------------------------------------------------------- deliveries
-- Due attempts of an endpoint, for its lane. Finished attempts leave the index.
create index webhook_deliveries_due on webhook_deliveries (org_id, webhook_id, scheduled_at)
  where status in ('pending', 'delivering');
create unique index webhook_deliveries_attempt on webhook_deliveries (org_id, webhook_id, event_id, attempt)
  where not is_manual;

-- ---------------------------------------------------------------- recorded writes
-- Fields of the first argument whose value differs in the second, without updated_at and updated_by.
create function differing(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(one) f
  where f.key not in ('updated_at', 'updated_by') and f.value is distinct from other -> f.key
$$;

create function wire_time(moment timestamptz) returns text language sql stable parallel safe as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function event_context(org_id int, actor_id int, record_id int, record_type text, record_name text,
                              action text, moment timestamptz) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('org_id', org_id, 'actor_id', actor_id, 'record_id', record_id,
                            'record_type', record_type, 'action', action, 'timestamp', wire_time(moment))
         || case when record_name is null then '{}'::jsonb else jsonb_build_object('record_name', record_name) end
$$;

-- ---------------------------------------------------------------- append-only
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete or truncate on events for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on event_log for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();

-- ---------------------------------------------------------------- row scope: reports and teams
create function employees_below(org int, top int) returns setof int language sql stable parallel safe as $$
  with recursive below(id, depth) as (
    select e.id, 1 from employees e where e.org_id = org and e.manager_id = top and e.deleted_at is null
    union
    select e.id, b.depth + 1 from employees e join below b on e.manager_id = b.id
    where e.org_id = org and e.deleted_at is null and b.depth < 50
  )
  select distinct id from below
$$;

create function teams_under(org int, tops int[]) returns setof int language sql stable parallel safe as $$
  with recursive under(id, depth) as (
    select t.id, 1 from teams t where t.org_id = org and t.id = any(tops) and t.deleted_at is null
    union
    select t.id, u.depth + 1 from teams t join under u on t.parent_id = u.id
    where t.org_id = org and t.deleted_at is null and u.depth < 10
  )
  select distinct id from under
$$;

create function member_teams(org int, member int) returns setof int language sql stable parallel safe as $$
  select e.team_id from employees e where e.org_id = org and e.id = member and e.team_id is not null
  union
  select m.team_id from team_members m
  where m.org_id = org and m.employee_id = member and m.deleted_at is null
    and m.joined_on <= current_date and (m.left_on is null or m.left_on > current_date)
$$;

create function teams_of(org int, member int) returns setof int language sql stable parallel safe as $$
  select teams_under(org, array(select member_teams(org, member)))
$$;

create function employees_in_teams(org int, team_ids int[]) returns setof int language sql stable parallel safe as $$
  select e.id from employees e where e.org_id = org and e.team_id = any(team_ids) and e.deleted_at is null
  union
  select m.employee_id from team_members m
  where m.org_id = org and m.team_id = any(team_ids) and m.deleted_at is null
    and m.joined_on <= current_date and (m.left_on is null or m.left_on > current_date)
$$;

-- ---------------------------------------------------------------- role of the service
-- Owns no table, and may not change or delete rows of append-only tables.
do $$
begin
  create role wfp_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant wfp_app to %I', current_user);
exception when others then
  -- The current user is already a member of wfp_app, or the server manages memberships.
  raise notice 'wfp_app was not granted to %: %', current_user, sqlerrm;
end $$;
grant usage on schema public to wfp_app;
grant select, insert, update, delete on all tables in schema public to wfp_app;
grant usage on all sequences in schema public to wfp_app;
grant execute on all functions in schema public to wfp_app;
alter default privileges in schema public grant select, insert, update, delete on tables to wfp_app;
alter default privileges in schema public grant usage on sequences to wfp_app;
revoke update, delete on events, event_log, audit_log from wfp_app;
revoke all on _prisma_migrations from wfp_app;
