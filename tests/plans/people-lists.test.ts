import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExecutedStatement, PlanRecorder } from './plan-recorder.ts';

const employees = 10_000;
const places = employees / 2;
/** One more than a page has: it shows that another page follows. */
const page = 26;

let service: TestService;
let owner: Client;
let admin: pg.Client;
let recorder: PlanRecorder;
beforeAll(async () => {
  service = await startOwnService();
  admin = new pg.Client(service.config.DATABASE_URL);
  await admin.connect();
  recorder = await PlanRecorder.start(admin);
  owner = await service.newOrganization();
  const { org_id } = owner.user;
  // Rows as wide as those of a company that has filled in its fields: a narrow table is soon read and sorted as a whole.
  await admin.query(
    `insert into places (org_id, name, kind, capacity, address)
     select $1, 'Room ' || n, 'room', 1 + n % 20, $3
     from generate_series(1, $2::int) n`,
    [
      org_id,
      places,
      { line1: '100 Main Street', line2: 'Building '.repeat(10), city: 'Berlin', country: 'DE' },
    ],
  );
  await admin.query(
    `insert into employees (org_id, employee_number, first_name, last_name, hire_date, work_email, job_title, phone,
       created_at, updated_at)
     select $1, 'B' || n, (array['Ada', 'Bo', 'Cleo', 'Dana', 'Eli'])[1 + n % 5], 'Person ' || n,
       date '2020-01-01' + n % 1500, 'person' || n || '@example.test',
       'Senior engineer for the infrastructure of the platform, region ' || n % 50, '+49 30 1234567',
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [org_id, employees],
  );
  await vacuumAnalyze(admin, 'employees', 'places');
});
afterAll(async () => {
  recorder?.stop();
  await admin?.end();
  await service?.stop();
});

type PlanNode = ExecutedStatement['plan'] & Record<string, any>;

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The scans of a table by a statement: the node, its index, the rows that it reads, and its condition. */
const scansOf = ({ plan }: ExecutedStatement, table: string) =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === table)
    .map((node) => ({
      name: `${node['Node Type']} ${node['Index Name'] ?? ''}`.trim(),
      read: ((node['Actual Rows'] as number) + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      condition: String(node.Filter ?? node['Recheck Cond'] ?? ''),
    }));

/** The statements of a list: that of the page, and the one that counts, unless the total follows from the page. */
async function read(route: string, total: number) {
  recorder.take();
  const { status, body } = await owner.call('GET', route);
  expect([route, status, body.total]).toEqual([route, 200, total]);
  const table = route.startsWith('/places') ? 'places' : 'employees';
  // Without checks of the caller, and rows that are looked for and do not exist.
  const statements = recorder.take().map((one) => scansOf(one, table).filter(({ read }) => read > 1));
  return statements.filter((scans) => scans.length > 0);
}

it.each([
  ['/employees?offset=8000', employees + 1, 'employees_by_name', 'employees_pkey'],
  ['/employees?offset=8000&sort=-name', employees + 1, 'employees_by_name', 'employees_pkey'],
  ['/places?offset=4000', places, 'places_by_name', 'places_pkey'],
])(
  'skips rows in the index alone and reads those of the page by key: %s',
  async (route, total, order, key) => {
    const [rows] = await read(route, total);
    expect(rows?.map(({ name }) => name).sort()).toEqual([
      expect.stringMatching(new RegExp(`^Index Only Scan ${order}$`)),
      `Index Scan ${key}`,
    ]);
    expect(rows?.find(({ name }) => name.endsWith('pkey'))?.read).toBe(page);
  },
);

it('returns the same rows as the whole list', async () => {
  const { org_id } = owner.user;
  const orders: [string, string, string][] = [
    ['/employees', 'sort=-name', 'lower(last_name) desc, lower(first_name) desc, id desc'],
    ['/employees', 'sort=status&q=person', 'status, id'],
    ['/places', 'sort=capacity&capacity_from=10', 'capacity, id'],
  ];
  for (const [path, query, order] of orders) {
    const { body } = await owner.call('GET', `${path}?${query}&offset=1000`);
    const { rows } = await admin.query(
      `select id from ${path.slice(1)} where org_id = $1 and ${path === '/places' ? 'capacity >= 10' : `last_name <> 'Owner'`}
       order by ${order} limit 25 offset 1000`,
      [org_id],
    );
    expect([query, body.data.map(({ id }: { id: number }) => ({ id }))]).toEqual([query, rows]);
  }
});

it.each([
  ['person', employees, employees + 1],
  ['ada', employees / 5, employees / 5],
])('reads the page of a frequent text in the order of the list: %s', async (q, total, compared) => {
  const [rows, counted] = await read(`/employees?q=${q}`, total);
  expect(rows).toEqual([expect.objectContaining({ name: 'Index Scan employees_by_name' })]);
  expect(rows?.[0]?.read).toBeLessThan(20 * page);
  expect(counted).toEqual([
    {
      name: expect.stringContaining('Scan'),
      read: compared,
      condition: expect.stringContaining('search_text ~~'),
    },
  ]);
});

it.each(['/employees?q=zzzz', '/places?q=zzzz'])(
  'reads no row for a text that does not occur: %s',
  async (route) => {
    expect(await read(route, 0)).toEqual([]);
  },
);

it('reads a page of each order without the rest of the list', async () => {
  for (const sort of ['name', '-name', 'hire_date', '-updated_at', 'created_at', 'employee_number']) {
    const [rows] = await read(`/employees?sort=${sort}`, employees + 1);
    const isShort = rows?.every(({ name, read }) => name.startsWith('Index Scan') && read < 20 * page);
    expect([sort, rows, isShort]).toEqual([sort, rows, true]);
  }
});
