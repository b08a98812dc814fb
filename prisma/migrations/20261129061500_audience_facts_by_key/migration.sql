-- Returns the same facts by the key of the employee. Without statistics, PostgreSQL read all live employees in the order of their names: the
-- condition on deleted_at let it use that index.
create or replace function audience_facts(org int, member int) returns jsonb language sql stable parallel safe as $$
  with recursive teams_above(id, parent_id, depth) as (
    select t.id, t.parent_id, 1 from teams t
    where t.org_id = org and t.id in (select member_teams(org, member)) and t.deleted_at is null
    union
    select t.id, t.parent_id, a.depth + 1 from teams_above a
    cross join lateral (select t.* from teams t where t.org_id = org and t.id = a.parent_id offset 0) t
    where t.deleted_at is null and a.depth < 10
  ),
  places_above(id, parent_id) as (
    select p.id, p.parent_id from employees e
    cross join lateral (select p.* from places p where p.org_id = org and p.id = e.place_id offset 0) p
    where e.org_id = org and e.id = member and p.deleted_at is null
    union
    select p.id, p.parent_id from places_above a
    cross join lateral (select p.* from places p where p.org_id = org and p.id = a.parent_id offset 0) p
    where p.deleted_at is null
  ),
  managers_above(id, depth) as (
    select e.manager_id, 1 from employees e where e.org_id = org and e.id = member and e.manager_id is not null
    union
    select e.manager_id, a.depth + 1 from managers_above a
    cross join lateral (select e.* from employees e where e.org_id = org and e.id = a.id offset 0) e
    where e.deleted_at is null and e.manager_id is not null and a.depth < 50
  )
  select jsonb_build_object(
    'id', jsonb_build_array(e.id),
    'status', jsonb_build_array(e.status),
    'employment_type', jsonb_build_array(e.employment_type),
    'job_title', to_jsonb(array_remove(array[e.job_title], null)),
    'time_zone', to_jsonb(array_remove(array[e.time_zone], null)),
    'hire_date', jsonb_build_array(to_char(e.hire_date, 'YYYY-MM-DD')),
    'fte', jsonb_build_array(e.fte),
    'position_id', to_jsonb(array_remove(array[e.position_id], null)),
    'manager_id', to_jsonb(array_remove(array[e.manager_id], null)),
    'reports_to', to_jsonb(array(select m.id from managers_above m)),
    'team_id', to_jsonb(array(select t.id from teams_above t)),
    'place_id', to_jsonb(array(select p.id from places_above p)))
  from (select e.* from employees e where e.org_id = org and e.id = member offset 0) e where e.deleted_at is null
$$;
