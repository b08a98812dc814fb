-- The scope `team` on employees, their changes and positions follows primary teams only, of the user and of the employees.

-- The primary team of an employee and the teams below it.
create function teams_of_primary(org int, member int) returns setof int language sql stable parallel safe as $$
  select teams_under(org, array(
    select e.team_id from employees e where e.org_id = org and e.id = member and e.team_id is not null))
$$;

create function employees_in_primary(org int, team_ids int[]) returns setof int language sql stable parallel safe as $$
  select e.id from employees e where e.org_id = org and e.team_id = any(team_ids) and e.deleted_at is null
$$;
