import { post, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';

/** An organization with people at places, with ids to choose values from. */
export interface LargeCompany {
  employee: number;
  manager: number;
  team: number;
  place: number;
  position: number;
}

const placesSql = `
  with country as (
    insert into places (org_id, name, kind, time_zone) values ($1, 'Germany', 'country', 'Europe/Berlin') returning id
  ), offices as (
    insert into places (org_id, name, kind, parent_id)
    select $1, 'Office ' || n, 'office', country.id from generate_series(1, greatest($2::int / 100, 1)) n, country
    returning id
  )
  insert into places (org_id, name, kind, parent_id, capacity)
  select $1, 'Room ' || n, 'room', o.id, 1 + n % 20
  from (select id, row_number() over (order by id) - 1 as place, count(*) over () as offices from offices) o,
    generate_series(1, $2::int) n where n % o.offices = o.place`;

/** Managers have eight reports each. A change of a place follows the hire. No two employees were changed at the same time. */
const employeesSql = `
  with ids as (
    select n, nextval('employees_id_seq')::int as id from generate_series(1, $2::int) n
  ), made as (
    insert into employees (org_id, id, employee_number, first_name, last_name, hire_date, manager_id, team_id, place_id,
      job_title, work_email, updated_at)
    select $1, i.id, 'B' || i.n, (array['Ada', 'Bo', 'Cleo', 'Dana', 'Eli'])[1 + i.n % 5], 'Person ' || i.n,
      date '2020-01-01' + i.n % 1500, (select m.id from ids m where m.n = i.n / 8), t.teams[1 + i.n % array_length(t.teams, 1)],
      p.places[1 + i.n % array_length(p.places, 1)], 'Engineer ' || i.n % 50, 'person' || i.n || '@example.test',
      now() - i.n * interval '1 minute'
    from ids i, (select array(select id from teams where org_id = $1) as teams) t,
      (select array(select id from places where org_id = $1 and kind = 'room') as places) p
    order by i.n returning id, hire_date, place_id, team_id, manager_id, first_name, last_name
  )
  insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, "set", state, applied_at)
  select $1, m.id, m.hire_date, 1, 'hire'::employee_change_kind, jsonb_build_object('team_id', m.team_id, 'manager_id', m.manager_id,
    'first_name', m.first_name, 'last_name', m.last_name, 'fte', '1.000', 'status', 'active',
    'employment_type', 'full_time', 'hire_date', m.hire_date), 'applied'::employee_change_state, now() from made m
  union all
  select $1, m.id, m.hire_date + 30, 1, 'place', jsonb_build_object('place_id', m.place_id), 'applied', now() from made m`;

/** Fills an organization with places and employees, directly in the tables. */
export async function growPeople(
  service: Installation,
  tenant: Tenant,
  { places, employees }: { places: number; employees: number },
): Promise<LargeCompany> {
  for (let n = 1; n <= 50; n += 1) await post(service, '/teams', { name: `Team ${n}` }, tenant.headers);
  const seat = { code: 'ENG', title: 'Engineer', headcount: 10 };
  const { id: position } = (await post(service, '/positions', seat, tenant.headers)) as { id: number };
  await service.database.query(placesSql, [tenant.org_id, places]);
  await service.database.query(employeesSql, [tenant.org_id, employees]);
  await service.database.query('vacuum analyze');
  const { rows } = await service.database.query(
    `select e.id as employee, e.manager_id as manager, e.team_id as team, e.place_id as place from employees e
     where e.org_id = $1 and e.manager_id is not null order by e.id limit 1`,
    [tenant.org_id],
  );
  return { ...rows[0], position };
}
