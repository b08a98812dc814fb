import { randomBytes } from 'node:crypto';
import type { Installation } from './processes/installation.ts';
import { beginColumns } from './tasks/board-columns.ts';

/** A tenant with the headers of its owner's requests. The floor trusts the organization header. */
export interface Tenant {
  org_id: number;
  headers: Record<string, string>;
}

/** Creates verified organizations with one signed-in owner each. */
export async function signUp(installation: Installation, count: number): Promise<Tenant[]> {
  if (installation.name === 'floor') return knownToFloor(installation, count);
  const tenants: Tenant[] = [];
  for (let index = 1; index <= count; index += 1) {
    const body = await post(installation, '/public/signup', {
      org_name: `Organization ${index}`,
      org_slug: `bench-${randomBytes(6).toString('hex')}`,
      email: 'owner@example.test',
      password: 'a perfectly fine password',
      first_name: 'Olga',
      last_name: 'Owner',
    });
    const login = body as { access_token: string; user: { org_id: number } };
    tenants.push({
      org_id: login.user.org_id,
      headers: { authorization: `Bearer ${login.access_token}` },
    });
  }
  await installation.database.query(
    "update organizations set status = 'active', verified_at = now() where id = any($1)",
    [tenants.map(({ org_id }) => org_id)],
  );
  return tenants;
}

/** Reserves ids of organizations, which need no rows on the floor. */
async function knownToFloor({ database }: Installation, count: number): Promise<Tenant[]> {
  const { rows } = await database.query(
    "select nextval('organizations_id_seq')::int as org_id from generate_series(1, $1)",
    [count],
  );
  return rows.map(({ org_id }) => ({ org_id, headers: { 'x-org-id': String(org_id) } }));
}

/** @throws Error if the status is not 200 */
export async function get<Body>(
  { url }: Installation,
  route: string,
  headers: Record<string, string>,
): Promise<Body> {
  const answer = await fetch(`${url}/api${route}`, { headers });
  if (answer.status !== 200)
    throw new Error(`GET ${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** @throws Error if the status is not the expected one */
export async function post(
  { url }: Installation,
  route: string,
  body: object,
  headers: Record<string, string> = {},
  expected = 201,
): Promise<unknown> {
  const answer = await fetch(`${url}/api${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status !== expected)
    throw new Error(`POST ${route} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** A task with typical values. */
export const newTask = {
  title: 'Prepare the quarterly report for the board',
  description: 'Collect the figures of every team, compare them with the plan, and name what has changed.',
  priority: 'high',
  label: 'finance',
};

/** Fills an organization with tasks, nine of ten in one column, as on real boards. */
export async function fillBoard(
  { database }: Installation,
  { org_id }: Tenant,
  count: number,
): Promise<number[]> {
  const { rows } = await database.query(
    `insert into tasks (org_id, title, description, status, slot, created_by, updated_by)
     select $1, 'Task ' || n, $3, (case when n % 10 = 0 then 'todo' else 'done' end)::task_status, n, 1, 1
     from generate_series(0, $2 - 1) n returning id`,
    [org_id, count, newTask.description],
  );
  await beginColumns(database, [org_id]);
  await database.query('analyze tasks');
  return rows.map((row) => row.id);
}
