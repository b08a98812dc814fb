import { post, signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import { type GrownTask, growTasks } from './growth.ts';

/** An organization that uses every field of a task, with ids to choose values from. */
export interface Company {
  tenant: Tenant;
  user_id: number;
  teams: number[];
  employees: number[];
  initiatives: number[];
  tasks: GrownTask[];
}

export const labels = ['finance', 'hiring', 'legal', 'office', 'sales', 'security', 'support', 'travel'];

const headcount = 20;

/** Creates an organization with people, teams, initiatives, labels and one webhook endpoint, all through the API. */
export async function createCompany(installation: Installation, webhookUrl: string): Promise<Company> {
  const [tenant] = await signUp(installation, 1);
  if (!tenant) throw new Error('No organization was created');
  const create = async (route: string, bodies: object[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const body of bodies) {
      const { id } = (await post(installation, route, body, tenant.headers)) as { id: number };
      ids.push(id);
    }
    return ids;
  };
  await create('/webhooks', [{ url: webhookUrl, event_types: ['task.*'] }]);
  await create(
    '/task-labels',
    labels.map((name) => ({ name })),
  );
  const teams = await create(
    '/teams',
    ['Finance', 'Operations', 'Product', 'Sales'].map((name) => ({ name })),
  );
  const employees = await create(
    '/employees',
    Array.from({ length: headcount }, (_, index) => ({
      first_name: 'Employee',
      last_name: `Number ${index}`,
      hire_date: '2026-01-01',
      team_id: teams[index % teams.length],
    })),
  );
  const initiatives = await create(
    '/initiatives',
    ['Close the year', 'Enter a market', 'Move the office', 'Hire ten people', 'Renew contracts'].map(
      (name, index) => ({ name, code: `i-${index}`, owner_employee_id: employees[index], status: 'active' }),
    ),
  );
  const { rows } = await installation.database.query(
    'select min(id) as user_id from users where org_id = $1 and not is_service',
    [tenant.org_id],
  );
  return { tenant, user_id: rows[0].user_id, teams, employees, initiatives, tasks: [] };
}

/** Inserts the rows that foreign keys of the floor's tasks refer to, and returns their ids. */
const referredRows = `
  with person as (
    insert into users (org_id, email, first_name, last_name)
    values ($1, 'owner@example.test', 'Olga', 'Owner') returning id
  ), team as (
    insert into teams (org_id, name, slug) values ($1, 'Finance', 'finance') returning id
  ), employee as (
    insert into employees (org_id, employee_number, first_name, last_name, hire_date)
    select $1, n, 'Employee', 'Number ' || n, '2026-01-01' from generate_series(1, ${headcount}) n returning id
  ), initiative as (
    insert into initiatives (org_id, name, code) values ($1, 'Close the year', 'i-0') returning id
  )
  select (select id from person) as user_id, array(select id from team) as teams,
    array(select id from employee) as employees, array(select id from initiative) as initiatives`;

/** Creates an organization on the floor, which has no API for organizations. */
export async function createFloorCompany(installation: Installation): Promise<Company> {
  const [tenant] = await signUp(installation, 1);
  if (!tenant) throw new Error('No organization was created');
  await installation.database.query(
    `insert into organizations (id, name, slug) values ($1::int, 'Floor', 'floor-' || $1::int) on conflict do nothing`,
    [tenant.org_id],
  );
  const { rows } = await installation.database.query(referredRows, [tenant.org_id]);
  return { tenant, ...rows[0], tasks: [] };
}

/** Adds tasks with their history directly to the tables. */
export async function growCompany(
  installation: Installation,
  company: Company,
  count: number,
  updates = 1,
): Promise<Company> {
  return { ...company, tasks: await growTasks(installation, company, count, updates) };
}
