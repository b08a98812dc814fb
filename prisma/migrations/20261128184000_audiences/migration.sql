-- Audiences: conditions over the fields of employees, evaluated for one employee.

-- The values of an employee that audiences compare: each field is a list, empty if the employee has no value. Teams, places
-- and managers include those above, each found by its key, whatever the statistics of the tables. Null without a live
-- employee.
create function audience_facts(org int, member int) returns jsonb language sql stable parallel safe as $$
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
  from employees e where e.org_id = org and e.id = member and e.deleted_at is null
$$;

-- The list with the date for each {"var": "today", "add_days": n}.
create function audience_operands(operands jsonb, today date) returns jsonb language sql immutable parallel safe as $$
  select jsonb_agg(
    case jsonb_typeof(o.item)
      when 'object' then to_jsonb(to_char(today + coalesce((o.item ->> 'add_days')::int, 0), 'YYYY-MM-DD'))
      else o.item end order by o.ord)
  from jsonb_array_elements(operands) with ordinality o(item, ord)
$$;

-- Compares the values of a field with operands.
create function audience_compares(actual jsonb, op text, operands jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(case
    when op in ('is_set', 'is_empty') then (actual <> '[]') = (op = 'is_set')
    when op in ('eq', 'in', 'ne', 'not_in') then (op in ('eq', 'in')) = case operands
      when '[null]' then actual = '[]'
      else exists (select from jsonb_array_elements(actual) a(item) where operands @> a.item) end
    when op = 'gt' then actual -> 0 > operands -> 0
    when op = 'gte' then actual -> 0 >= operands -> 0
    when op = 'lt' then actual -> 0 < operands -> 0
    when op = 'lte' then actual -> 0 <= operands -> 0
    when op = 'between' then actual -> 0 between operands -> 0 and operands -> 1
    when op = 'contains' then position(lower(operands ->> 0) in lower(actual ->> 0)) > 0
    when op = 'starts_with' then starts_with(lower(actual ->> 0), lower(operands ->> 0))
  end, false)
$$;

-- True if an employee with these values is in the audience. Null, which is not true, without values.
create function audience_includes(audience jsonb, facts jsonb, today date) returns boolean
language plpgsql immutable strict parallel safe as $$
declare
  operands jsonb;
begin
  if audience ? 'field' then
    operands := audience -> 'value';
    if jsonb_typeof(operands) is distinct from 'array' then operands := jsonb_build_array(operands); end if;
    if jsonb_path_exists(operands, '$[*].var') then operands := audience_operands(operands, today); end if;
    return audience_compares(facts -> (audience ->> 'field'), audience ->> 'op', operands);
  end if;
  if audience ? 'all' and exists (
    select from jsonb_array_elements(audience -> 'all') p(part) where not audience_includes(p.part, facts, today)
  ) then
    return false;
  end if;
  if audience ? 'any' and not exists (
    select from jsonb_array_elements(audience -> 'any') p(part) where audience_includes(p.part, facts, today)
  ) then
    return false;
  end if;
  return not (audience ? 'not' and audience_includes(audience -> 'not', facts, today));
end $$;
