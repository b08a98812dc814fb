-- The values of employees from a day until another: the sums of their changes, so that values of any day are read with
-- indexes. A day before the first change of an employee who had been created already has the values of the hire.
create table employee_periods (
  org_id integer not null,
  employee_id integer not null,
  from_date date not null,
  until_date date not null,
  first_name text not null,
  last_name text not null,
  preferred_name text,
  status employee_status,
  employment_type employment_type,
  fte numeric(4, 3),
  position_id integer,
  team_id integer,
  manager_id integer,
  place_id integer,
  work_schedule_id integer,
  holiday_calendar_id integer,
  hire_date date,
  original_hire_date date,
  end_date date,
  constraint employee_periods_pkey primary key (org_id, employee_id, from_date),
  constraint employee_periods_dates_check check (from_date < until_date)
);
create index employee_periods_names on employee_periods (org_id, (lower(last_name)), (lower(first_name)));
create index employee_periods_places on employee_periods (org_id, place_id, from_date, until_date) where place_id is not null;

-- Computes the periods of an employee from the changes, and stores those that differ. Locks the employee: a concurrent
-- transaction that changes the employee waits, and then computes with the changes of this one. Called for each employee and
-- planned once, with indexes: other plans depend on statistics, which tables that are being filled do not have.
create function refresh_employee_periods(org int, employee int) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform from employees e where e.org_id = org and e.id = employee for no key update;
  with effective as (
    select h.effective_date as since, h.set,
      jsonb_merge(h.set) over timeline as fold,
      row_number() over timeline as number,
      lead(h.effective_date, 1, 'infinity') over timeline as until
    from employee_changes h
    -- Not "in (applied, scheduled)": without statistics, the partial indexes by reference could be chosen then.
    where h.org_id = org and h.employee_id = employee and h.state not in ('proposed', 'cancelled')
    window timeline as (order by h.effective_date, h.sequence)
  ), spans as (
    -- The last change of a day applies to the whole day.
    select s.since, s.until, s.fold from effective s where s.since < s.until
    union all
    select p.created_at::date, s.since, s.set || '{"status": "pre_hire"}'
    from effective s join employees p on p.org_id = org and p.id = employee
    where s.number = 1 and p.created_at::date < s.since
  ), computed as (
    select org as org_id, employee as employee_id, s.since as from_date, s.until as until_date, f.*
    from spans s join employees p on p.org_id = org and p.id = employee
    cross join lateral (select jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name,
      'preferred_name', p.preferred_name) || s.fold || case when s.fold ->> 'original_hire_date' is null then '{}'
        -- An employee who was rehired has the day of the first hire, which may have been corrected after the rehire.
        else jsonb_strip_nulls(jsonb_build_object('original_hire_date', (
          select h.set -> 'hire_date' from effective h
          where h.set -> 'original_hire_date' = 'null' order by h.number limit 1))) end as row) v
    cross join lateral jsonb_to_record(v.row) as f(first_name text, last_name text, preferred_name text,
      status employee_status, employment_type employment_type, fte numeric(4, 3), position_id int, team_id int,
      manager_id int, place_id int, work_schedule_id int, holiday_calendar_id int, hire_date date,
      original_hire_date date, end_date date)
  ), gone as (
    delete from employee_periods p where p.org_id = org and p.employee_id = employee
      and not exists (select from computed c where c.from_date = p.from_date)
  )
  insert into employee_periods as p select * from computed
  on conflict (org_id, employee_id, from_date) do update set
    (until_date, first_name, last_name, preferred_name, status, employment_type, fte, position_id, team_id, manager_id,
      place_id, work_schedule_id, holiday_calendar_id, hire_date, original_hire_date, end_date)
    = (excluded.until_date, excluded.first_name, excluded.last_name, excluded.preferred_name, excluded.status,
      excluded.employment_type, excluded.fte, excluded.position_id, excluded.team_id, excluded.manager_id,
      excluded.place_id, excluded.work_schedule_id, excluded.holiday_calendar_id, excluded.hire_date,
      excluded.original_hire_date, excluded.end_date)
  where p is distinct from excluded;
end $$;

create function refresh_periods_of_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_employee_periods(e.org_id, e.employee_id) from (
    select distinct n.org_id, n.employee_id from inserted n where n.state in ('applied', 'scheduled') order by 1, 2) e;
  return null;
end $$;

create function refresh_periods_of_updated() returns trigger language plpgsql as $$
begin
  perform refresh_employee_periods(e.org_id, e.employee_id) from (
    select distinct n.org_id, n.employee_id from updated n join previous o using (org_id, id)
    where (n.set, n.effective_date, n.sequence, n.state in ('applied', 'scheduled'))
      is distinct from (o.set, o.effective_date, o.sequence, o.state in ('applied', 'scheduled')) order by 1, 2) e;
  return null;
end $$;

create function delete_periods() returns trigger language plpgsql as $$
begin
  delete from employee_periods p using gone o where p.org_id = o.org_id and p.employee_id = o.employee_id;
  return null;
end $$;

create function refresh_periods_of_named() returns trigger language plpgsql as $$
begin
  perform refresh_employee_periods(new.org_id, new.id);
  return null;
end $$;

create trigger refresh_periods_of_inserted after insert on employee_changes referencing new table as inserted
  for each statement execute function refresh_periods_of_inserted();
create trigger refresh_periods_of_updated after update on employee_changes
  referencing old table as previous new table as updated
  for each statement execute function refresh_periods_of_updated();
-- Changes are deleted only with their organization.
create trigger delete_periods after delete on employee_changes referencing old table as gone
  for each statement execute function delete_periods();
-- Names in the row apply to the days on which no change sets them.
create trigger refresh_periods_of_named after update of first_name, last_name, preferred_name on employees
  for each row when ((old.first_name, old.last_name, old.preferred_name)
    is distinct from (new.first_name, new.last_name, new.preferred_name))
  execute function refresh_periods_of_named();

select count(refresh_employee_periods(e.org_id, e.id)) from employees e;
