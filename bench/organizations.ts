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
    tenants.push(signedIn(body));
  }
  await installation.database.query(
    "update organizations set status = 'active', verified_at = now() where id = any($1)",
    [tenants.map(({ org_id }) => org_id)],
  );
  return tenants;
}

/** Adds an administrator to an organization, and signs in. */
export async function addAdministrator(installation: Installation, { headers }: Tenant): Promise<Tenant> {
  const credentials = { email: 'admin@example.test', password: 'another perfectly fine password' };
  const { data: roles } = await get<{ data: { id: number; code: string }[] }>(
    installation,
    '/roles?limit=100',
    headers,
  );
  const role_ids = roles.filter(({ code }) => code === 'admin').map(({ id }) => id);
  const person = { first_name: 'Ada', last_name: 'Administrator', role_ids };
  await post(installation, '/users', { ...credentials, ...person }, headers);
  const { org_slug } = await get<{ org_slug: string }>(installation, '/users/me', headers);
  const body = await post(installation, '/auth/login', { ...credentials, org_slug }, {}, 200);
  return signedIn(body);
}

function signedIn(body: unknown): Tenant {
  const { access_token, user } = body as { access_token: string; user: { org_id: number } };
  return { org_id: user.org_id, headers: { authorization: `Bearer ${access_token}` } };
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
export function post(
  installation: Installation,
  route: string,
  body: object,
  headers: Record<string, string> = {},
  expected = 201,
): Promise<unknown> {
  return send(installation, ['POST', route], body, headers, expected);
}

/** @throws Error if the status is not 200 */
export function patch(
  installation: Installation,
  route: string,
  body: object,
  headers: Record<string, string>,
): Promise<unknown> {
  return send(installation, ['PATCH', route], body, headers, 200);
}

async function send(
  { url }: Installation,
  [method, route]: readonly [method: string, route: string],
  body: object,
  headers: Record<string, string>,
  expected: number,
): Promise<unknown> {
  const answer = await fetch(`${url}/api${route}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (answer.status !== expected)
    throw new Error(`${method} ${route} answered ${answer.status}: ${await answer.text()}`);
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
