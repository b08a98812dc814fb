import { systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LockedBoard, rearrangeColumns } from './board/board.store.ts';
import { type TaskFilter, taskSorts, taskStatuses } from './rows/tasks.contract.ts';
import { findBoard, findTasks } from './rows/tasks.list.store.ts';
import { captureStatements, explainGenericPlan, explainScans, measureWork } from './testing/plans.ts';
import { seedColumns } from './testing/seeded-board.ts';

const { sql } = Prisma;

/** 50 organizations with 100,000 tasks; one has 20,000 of them, 99 % in one column. */
const large = 20_000;
const others = 49;
const each = 1_640;

let service: TestService;
let owner: Client;
const ids = { employee: 0, team: 0, user: 0, parent: 0, initiative: 0 };

beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  const { org_id, id: user } = owner.user;
  const [employee] = (await owner.call('GET', '/employees')).body.data;
  const team = (await owner.call('POST', '/teams', { name: 'Everyone' })).body.id;
  const [initiative] = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into initiatives (org_id, name, code, owner_employee_id) values (${org_id}, 'Rare', 'rare', ${employee.id}) returning id`,
  );
  const parent = (await owner.call('POST', '/tasks', { title: 'Epic', status: 'cancelled' })).body.id;
  Object.assign(ids, { employee: employee.id, team, user, parent, initiative: initiative?.id });
  for (const [org, count] of [
    [org_id, large],
    ...Array.from({ length: others }, (_, n) => [1_000 + n, each]),
  ]) {
    await seed(org ?? 0, count ?? 0, org === org_id);
  }
  // Done by autovacuum in production; the service role owns no tables and cannot run it.
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await client.query('vacuum analyze tasks').then(() => client.query('vacuum analyze task_columns'));
  await client.end();
});
afterAll(() => service.stop());

/** Inserts tasks of an organization; one in 200 has each of the rare values. They refer only to existing rows. */
async function seed(org_id: number, count: number, isOurs: boolean): Promise<void> {
  const one = (place: number, value: number) =>
    isOurs ? sql`case when n % 200 = ${place}::int then ${value}::int end` : sql`null::int`;
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, description, status, priority, slot, label, tags, due_at, created_by, updated_by,
        assigned_employee_id, assigned_team_id, assigned_to, parent_task_id, initiative_id)
      select ${org_id}::int, 'Task ' || n, repeat('words ', 20), (case when n % 100 = 0 then 'done' else 'todo' end)::task_status,
        (enum_range(null::task_priority))[1 + n % 4], n, case when n % 200 = 6 then 'rare' when n % 3 = 0 then 'common' end,
        case when n % 200 = 7 then '{rare}'::text[] else '{}' end,
        case when n % 10 = 0 then now() + (n - 15000) * interval '1 minute' end, 1 + n % 200, 1,
        ${one(1, ids.employee)}, ${one(2, ids.team)}, ${one(3, ids.user)}, ${one(4, ids.parent)}, ${one(5, ids.initiative)}
      from generate_series(0, ${count - 1}::int) n`,
  );
  await executeOperational(service.platform, seedColumns(org_id));
}

const limit = 25;
const me = () => ({ user_id: ids.user, employee_id: ids.employee });
const statuses = [undefined, 'todo', 'done'] as const;
type Status = (typeof statuses)[number];

/** Measures the work for a page and for its total. */
async function listing(filter: TaskFilter, status: Status, org_id = owner.user.org_id) {
  const query = { limit, offset: 1, ...filter, ...(status && { status }) };
  const statements = await captureStatements(service, org_id, (caller) => findTasks(caller, query), me());
  const [page, count] = [
    await measureWork(service, statements[0]),
    await measureWork(service, statements[1]),
  ];
  expect([...page.scans, ...count.scans].filter((scan) => scan.startsWith('Seq'))).toEqual([]);
  return { page, count };
}

const day = 24 * 3_600_000;
const yesterday = () => new Date(Date.now() - day).toISOString();

/** Filters that match few tasks, with their number. */
const selectiveFilters = (): [TaskFilter, number][] => [
  [{ label: 'rare' }, 100],
  [{ assigned_employee_id: ids.employee }, 100],
  [{ assigned_team_id: ids.team }, 100],
  [{ assigned_to: ids.user }, 100],
  [{ assigned_to_me: true }, 200],
  [{ unassigned: false }, 300],
  [{ initiative_id: ids.initiative }, 100],
  [{ parent_task_id: ids.parent }, 100],
  [{ due_after: yesterday() }, 700],
  [{ due_before: yesterday(), due_after: new Date(Date.now() - 2 * day).toISOString() }, 200],
];

/** Filters that match many tasks: a page of 25 is found soon. */
const commonFilters = (): TaskFilter[] => [
  {},
  { priority: 'low' },
  { effort: 'm' },
  { task_type: 'task' },
  { category_code: 'general' },
  { label: 'common' },
  { assigned_to_me: false },
  { unassigned: true },
  { due_before: yesterday() },
  { overdue: true },
  { overdue: false },
  { updated_after: '2020-01-01T00:00:00Z' },
  { q: 'task' },
];

/** Filters that match few tasks without an index: only the organization's board is scanned. */
const unknown: TaskFilter[] = [
  { tag: 'rare' },
  { created_by: 9 },
  { q: 'task 77' },
  { effort: 'xl' },
  { task_type: 'epic' },
  { category_code: 'bug' },
  { updated_after: '2999-01-01T00:00:00Z' },
];

describe('the list of tasks', () => {
  it.each(statuses)('uses an index for selective filters (status %s)', async (status) => {
    for (const [filter, matches] of selectiveFilters()) {
      const { page, count } = await listing(filter, status);
      expect([filter, count.looked <= matches, page.looked <= large / 4]).toEqual([filter, true, true]);
    }
  });

  it.each(statuses)(
    'scans the board in order up to the end of the page, without sorting (status %s)',
    async (status) => {
      for (const filter of commonFilters()) {
        const { page } = await listing(filter, status);
        expect([filter, page.looked <= 1_000, page.sorted <= 1_000]).toEqual([filter, true, true]);
      }
    },
  );

  it.each(statuses)('reads no task of another organization with any filter (status %s)', async (status) => {
    for (const filter of [...selectiveFilters().map(([one]) => one), ...commonFilters(), ...unknown]) {
      const { page, count } = await listing(filter, status, 1_001);
      expect([filter, page.looked <= each, count.looked <= each]).toEqual([filter, true, true]);
    }
    for (const filter of unknown) {
      const { page, count } = await listing(filter, status);
      expect([filter, page.looked <= large + 1, count.looked <= large + 1]).toEqual([filter, true, true]);
    }
  });

  it.each(statuses)('counts whole columns without reading tasks (status %s)', async (status) => {
    expect((await listing({}, status)).count.looked).toBe(0);
  });

  it.each(statuses)(
    'finds the first tasks of whole columns with one generic plan (status %s)',
    async (status) => {
      const query = { limit, offset: 0, ...(status && { status }) };
      const [top, ...more] = await captureStatements(service, owner.user.org_id, (caller) =>
        findTasks(caller, query),
      );
      expect(more).toEqual([]);
      expect(await explainGenericPlan(service, top)).toEqual(['Sort', 'Limit', 'Index Scan tasks_slots']);
      expect((await measureWork(service, top)).looked).toBeLessThanOrEqual(limit);
    },
  );

  it.each([...taskSorts.flatMap((name) => [name, `-${name}`]), '-due_at,priority'])(
    'sorts by %s within the organization',
    async (sort) => {
      const query = { limit, offset: 0, sort };
      const [page] = await captureStatements(
        service,
        owner.user.org_id,
        (caller) => findTasks(caller, query),
        me(),
      );
      const { scans, looked } = await measureWork(service, page);
      expect(scans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      expect(looked).toBeLessThanOrEqual(sort.endsWith('board') ? limit : large + 1);
    },
  );
});

describe('the board', () => {
  const shown = async (filter: TaskFilter, per_column = limit) => {
    const query = { per_column, sort: 'board' as const, ...filter };
    const [all] = await captureStatements(
      service,
      owner.user.org_id,
      (caller) => findBoard(caller, query),
      me(),
    );
    return measureWork(service, all);
  };

  it('reads the first tasks of every column and counts by stored lengths', async () => {
    expect((await shown({})).looked).toBeLessThanOrEqual(statuses.length * limit);
    expect((await shown({}, 0)).looked).toBe(0);
  });

  it('uses an index for selective filters, once for the counts and once per column', async () => {
    for (const [filter, matches] of selectiveFilters()) {
      const { scans, looked } = await shown(filter);
      expect(scans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      expect([filter, looked <= matches * (1 + taskStatuses.length) + limit]).toEqual([filter, true]);
    }
  });
});

/** The scans of the update that shifts neighbours when tasks move within the long column. */
async function explainShift(positions: number[], position: number): Promise<string[]> {
  const [column] = await service.rows(
    sql`select * from task_columns where org_id = ${owner.user.org_id} and status = 'todo'`,
  );
  const columns = new Map([['todo', column]]);
  const tasks = positions.map((at, index) => ({ id: index, status: 'todo', position: at }));
  const board = { columns, tasks } as unknown as LockedBoard;
  const statements: Prisma.Sql[] = [];
  const executeUnrecorded = async (statement: Prisma.Sql) => statements.push(statement);
  const none = async () => [];
  const tx = { executeUnrecorded, rows: none, write: none, announce: none };
  const origin = { request_id: 'plans', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, owner.user.org_id, origin, []);
  await rearrangeColumns(tx, caller, board, { status: 'todo', position });
  return explainScans(service, statements[1]);
}

it.each([
  ['one step on', [900], 901],
  ['to the top from near it', [40], 0],
  ['of three neighbours one step on', [9_000, 9_001, 9_002], 9_001],
  ['of three from places near each other', [700, 705, 711], 720],
  ['from the middle to the top', [9_100], 0],
  ['from the middle to elsewhere in the middle', [9_100], 15_000],
])('a move %s reads only the tasks that it shifts', async (_, positions, position) => {
  const scans = await explainShift(positions, position);
  expect(scans.filter((scan) => !/Scan( tasks_slots)+$/.test(scan))).toEqual([]);
  expect(scans).not.toEqual([]);
});
