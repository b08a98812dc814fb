import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedColumns } from '../testing/seeded-board.ts';

const { sql } = Prisma;

/** Few enough for one page, which shows the number of tasks without counting them. */
const tasks = 96;

let service: TestService;
let clients: Client[];
let filters: string[];

beforeAll(async () => {
  service = await startService();
  const owner = await service.newOrganization();
  const permissions = [{ permission: 'task:read', scopes: ['own', 'team'] }];
  await owner.call('POST', '/roles', { code: 'reader', name: 'Reader', permissions });
  const member = await service.newUser(owner, ['reader']);
  const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body.id;
  const employee = (await owner.call('GET', '/employees')).body.data[0].id;
  const person = { first_name: 'A', last_name: 'B', hire_date: '2020-01-01' };
  const self = await post('/employees', { ...person, user_id: member.user.id });
  const teams = [await post('/teams', { name: 'One' }), await post('/teams', { name: 'Two' })];
  for (const team of teams) {
    for (const employee_id of [employee, self]) await post(`/teams/${team}/members`, { employee_id });
  }
  const initiative = await post('/initiatives', { name: 'Move', code: 'move', owner_employee_id: employee });
  const { org_id, id: user } = owner.user;
  // All assignees, statuses and labels in different combinations. One task in five is deleted.
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, status, slot, deleted_at, label, initiative_id, created_by, updated_by,
        assigned_employee_id, assigned_team_id, assigned_to)
      select ${org_id}::int, 'Task ' || n, (enum_range(null::task_status))[1 + n % 6], case when n % 5 > 0 then n end,
        case when n % 5 = 0 then now() end, case when n % 4 = 0 then 'ops' end,
        case when n % 3 = 0 then ${initiative}::int end, ${user}::int, ${user}::int,
        case n % 7 when 0 then ${employee}::int when 1 then ${self}::int end,
        case n % 7 when 2 then ${teams[0]}::int when 3 then ${teams[1]}::int end,
        case n % 7 when 4 then ${user}::int when 5 then ${member.user.id}::int end
      from generate_series(0, ${tasks - 1}::int) n`,
  );
  await executeOperational(service.platform, seedColumns(org_id));
  clients = [owner, member];
  filters = [
    `assigned_employee_id=${employee}`,
    `assigned_team_id=${teams[0]}`,
    `assigned_to=${member.user.id}`,
    'assigned_to_me=true',
    'assigned_to_me=false',
    'unassigned=true',
    'unassigned=false',
    `initiative_id=${initiative}`,
    'label=ops',
  ];
});
afterAll(() => service.stop());

/** All filters alone, with statuses, and in pairs. */
const queries = () =>
  filters.flatMap((one, n) => [
    one,
    ...['todo', 'done'].map((status) => `${one}&status=${status}`),
    ...filters
      .slice(n + 1)
      .filter((other) => other.split('=')[0] !== one.split('=')[0])
      .map((other) => `${one}&${other}`),
  ]);

it('counts as many tasks as it lists, by the owner and by a caller with a row scope', async () => {
  const counted: number[] = [];
  for (const client of clients) {
    let sum = 0;
    for (const query of queries()) {
      const get = async (path: string) => (await client.call('GET', path)).body;
      const [listed, ...totals] = await Promise.all([
        get(`/tasks?${query}&limit=100`),
        get(`/tasks?${query}&limit=1`),
        get(`/tasks?${query}&limit=1&total=exact`),
        get(`/tasks/board?${query}&per_column=1`),
      ]);
      const { length } = listed.data;
      expect([query, ...totals.map((one) => one.total)]).toEqual([query, length, length, length]);
      sum += length;
    }
    counted.push(sum);
  }
  const [all, own] = counted;
  expect(own).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(own ?? 0);
});
