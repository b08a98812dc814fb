import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskFilter } from './rows/tasks.contract.ts';
import { findBoard, findTasks } from './rows/tasks.list.store.ts';
import { taskById } from './rows/tasks.store.ts';
import { captureStatements, measureWork } from './testing/plans.ts';
import { seedColumns } from './testing/seeded-board.ts';

const { sql } = Prisma;

/** A board of 20,000 tasks, of which somebody reaches a few hundred. */
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
  // Somebody else's, with the same ids: only the organization tells them apart.
  for (const org_id of [1_000, 1_001]) await seed(org_id, null);
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await client.query('vacuum analyze tasks').then(() => client.query('vacuum analyze employees'));
  await client.end();
});
afterAll(() => service.stop());

/** One task of 200 has each of the ways in which it may be somebody's. */
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
/** How far somebody reads, and at how many tasks is looked to count them: whose one made oneself no index knows, to keep creating cheap. */
const reaches: [name: string, reach: Partial<typeof nothing>, most: number][] = [
  ['own', { own: true }, tasks],
  ['reports', { reports: true }, 2 * each],
  ['team', { team: true }, 2 * each],
  ['own, reports and team', { own: true, reports: true, team: true }, tasks],
];
const as = (reach: Partial<typeof nothing>): Partial<Caller> => ({
  ...me,
  rowScopeFor: () => ({ ...nothing, ...reach }),
});
const statements = (reach: Partial<typeof nothing>, read: (caller: Caller) => Promise<unknown>) =>
  captureStatements(service, owner.user.org_id, read, as(reach));

describe.each(reaches)('somebody who reads what is theirs by %s', (_, reach, most) => {
  it.each([{}, { status: 'todo' }, { status: 'done' }, { q: 'task' }] as TaskFilter[])(
    'is shown and counted %o with a look at no more tasks than that takes',
    async (filter) => {
      const query = { limit: 25, offset: 0, ...filter };
      const found = await statements(reach, (caller) => findTasks(caller, query));
      expect(found).toHaveLength(2);
      const [page, count] = [await measureWork(service, found[0]), await measureWork(service, found[1])];
      expect([...page.scans, ...count.scans].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      // A page may walk along the board until it is full.
      expect([page.scans, page.looked <= Math.max(most, tasks / 2)]).toEqual([page.scans, true]);
      expect([count.scans, count.looked <= most]).toEqual([count.scans, true]);
    },
  );

  it('is shown no board but that of the organization, and one task by its key', async () => {
    const [board] = await statements(reach, (caller) => findBoard(caller, { per_column: 25, sort: 'board' }));
    const work = await measureWork(service, board);
    expect([work.scans, work.looked <= 2 * tasks]).toEqual([work.scans, true]);
    const caller = { ...systemCaller(service.platform, owner.user.org_id, origin, []), ...as(reach) };
    expect((await measureWork(service, taskById(caller, 1, 'task:read'))).looked).toBeLessThanOrEqual(1);
  });
});
