import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBoard } from './list/board-page.store.ts';
import { findTasks } from './list/tasks.list.store.ts';
import type { TaskFilter } from './rows/tasks.contract.ts';
import { taskById } from './rows/tasks.store.ts';
import { captureStatements, measureWork } from './testing/plans.ts';
import { seedColumns } from './testing/seeded-board.ts';

const { sql } = Prisma;

/** A board of 20,000 tasks, of which a user may read a few hundred. */
const tasks = 20_000;
const each = tasks / 200;

let service: TestService;
let owner: Client;
let me: { user_id: number; employee_id: number };
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body;
  const user = (await service.newUser(owner, ['employee'])).user;
  const person = { first_name: 'A', last_name: 'B', hire_date: '2020-01-01' };
  const team = await post('/teams', { name: 'Mine' });
  const self = await post('/employees', { ...person, user_id: user.id, team_id: team.id });
  const report = await post('/employees', { ...person, manager_id: self.id });
  me = { user_id: user.id, employee_id: self.id };
  await seed(owner.user.org_id, { self: self.id, report: report.id, team: team.id, user: user.id });
  // Other organizations of the same size, of which no task may be read.
  for (const org_id of [1_000, 1_001]) await seed(org_id, null);
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await vacuumAnalyze(client, 'tasks', 'employees');
  await client.end();
});
afterAll(() => service.stop());

/** Each id occurs in one task of 200, in each column that refers to it. */
type Ids = { self: number; report: number; team: number; user: number };
async function seed(org_id: number, ids: Ids | null): Promise<void> {
  const one = (place: number, of: keyof Ids) =>
    ids ? sql`case when n % 200 = ${place}::int then ${ids[of]}::int end` : sql`null::int`;
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, status, slot, created_by, updated_by, assigned_employee_id, assigned_team_id, assigned_to)
      select ${org_id}::int, 'Task ' || n, (case when n % 100 = 0 then 'done' else 'todo' end)::task_status, n,
        coalesce(${one(1, 'user')}, ${owner.user.id}), 1,
        coalesce(${one(2, 'self')}, ${one(3, 'report')}), ${one(4, 'team')}, ${one(5, 'user')}
      from generate_series(0, ${tasks - 1}::int) n`,
  );
  await executeOperational(service.platform, seedColumns(org_id));
}

const origin = { request_id: 'plans', ip: null, user_agent: null };
const nothing = { org: false, own: false, reports: false, team: false, team_ids: [] };
/** Row scopes, and the number of tasks that may be read to count their tasks. */
const rowScopes: [name: string, scope: Partial<typeof nothing>, maxRead: number][] = [
  ['own', { own: true }, 3 * each],
  ['reports', { reports: true }, 2 * each],
  ['team', { team: true }, 2 * each],
  ['own, reports and team', { own: true, reports: true, team: true }, 5 * each],
];
const as = (scope: Partial<typeof nothing>): Partial<Caller> => ({
  ...me,
  rowScopeFor: () => ({ ...nothing, ...scope }),
});
const statements = (scope: Partial<typeof nothing>, read: (caller: Caller) => Promise<unknown>) =>
  captureStatements(service, owner.user.org_id, read, as(scope));

describe.each(rowScopes)('a user whose row scope is %s', (_, scope, maxRead) => {
  it.each([{}, { status: 'todo' }, { status: 'done' }, { q: 'task' }] as TaskFilter[])(
    'lists and counts %o without reading more tasks than necessary',
    async (filter) => {
      // Captured statements return no rows, and a list whose first page is empty is not counted.
      const query = { limit: 25, offset: 1, ...filter };
      const found = await statements(scope, (caller) => findTasks(caller, query));
      expect(found).toHaveLength(2);
      const [page, count] = [await measureWork(service, found[0]), await measureWork(service, found[1])];
      expect([...page.scans, ...count.scans].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      // Filling a page may scan the board in order.
      expect([page.scans, page.looked <= Math.max(maxRead, tasks / 2)]).toEqual([page.scans, true]);
      expect([count.scans, count.looked <= maxRead]).toEqual([count.scans, true]);
    },
  );

  it('reads only the board of the organization, and a single task by primary key', async () => {
    const [board] = await statements(scope, (caller) => findBoard(caller, { per_column: 25, sort: 'board' }));
    const work = await measureWork(service, board);
    expect([work.scans, work.looked <= 2 * tasks]).toEqual([work.scans, true]);
    const caller = { ...systemCaller(service.platform, owner.user.org_id, origin, []), ...as(scope) };
    expect((await measureWork(service, taskById(caller, 1, 'task:read'))).looked).toBeLessThanOrEqual(1);
  });
});
