import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBoard } from './list/board-page.store.ts';
import { findTasks } from './list/tasks.list.store.ts';
import { type TaskFilter, taskSorts, taskStatuses } from './rows/tasks.contract.ts';
import { captureStatements, countReads, explainGenericPlan, measureWork } from './testing/plans.ts';
import { seedColumns } from './testing/seeded-board.ts';

const { sql } = Prisma;

/** 50 organizations with 100,000 tasks; one has 20,000 of them, 99 % in one column. */
const large = 20_000;
const others = 49;
const each = 1_640;
const partSize = 4_000;
/** The number of tasks at the end of the board, which are also the oldest. */
const last = 300;

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
  await vacuumAnalyze(client, 'tasks', 'task_columns');
  await client.end();
});
afterAll(() => service.stop());

/** Inserts tasks of an organization; one in 200 has each of the rare values. They refer only to existing rows. */
async function seed(org_id: number, count: number, isOurs: boolean): Promise<void> {
  // In parts, each of which takes less than the statement timeout even on a busy machine.
  for (let from = 0; from < count; from += partSize) await seedPart(org_id, from, count, isOurs);
  await executeOperational(service.platform, seedColumns(org_id));
}

async function seedPart(org_id: number, from: number, count: number, isOurs: boolean): Promise<void> {
  const one = (place: number, value: number) =>
    isOurs ? sql`case when n % 200 = ${place}::int then ${value}::int end` : sql`null::int`;
  await executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, description, status, effort, priority, slot, label, tags, due_at, created_at, created_by, updated_by,
        assigned_employee_id, assigned_team_id, assigned_to, parent_task_id, initiative_id)
      select ${org_id}::int, 'Task ' || n, repeat('words ', 20), (case when n % 100 = 0 then 'done' else 'todo' end)::task_status,
        (case when n >= ${count - last}::int then 'xxl' else 'm' end)::task_effort,
        (enum_range(null::task_priority))[case when n >= ${count - last}::int then 1 else 1 + n % 4 end],
        (case when n % 100 = 0 then n / 100 else n - n / 100 - 1 end) * board_gap(), case when n % 200 = 6 then 'rare' when n % 3 = 0 then 'common' end,
        case when n % 200 = 7 then '{rare}'::text[] else '{}' end,
        case when n % 10 = 0 then now() + (n - 15000) * interval '1 minute' end, now() - n * interval '1 minute', 1 + n % 200, 1,
        ${one(1, ids.employee)}, ${one(2, ids.team)}, ${one(3, ids.user)}, ${one(4, ids.parent)}, ${one(5, ids.initiative)}
      from generate_series(${from}::int, ${Math.min(from + partSize, count) - 1}::int) n`,
  );
}

const limit = 25;
/** One more than a page has: it shows that another page follows. */
const read = limit + 1;
/** `board_run_limit()` */
const maxRun = 128;
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
  expect([page.counted <= limit * maxRun, count.counted]).toEqual([true, 0]);
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
  [{ tag: 'rare' }, 100],
  [{ created_by: 9 }, 100],
  [{ effort: 'xl' }, 0],
  [{ task_type: 'epic' }, 0],
  [{ category_code: 'bug' }, 0],
  [{ effort: 'xxl' }, last],
  [{ effort: 'xxl', category_code: 'general', priority: 'low' }, last],
  [{ updated_after: '2999-01-01T00:00:00Z' }, 0],
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

/** Filters whose tasks are counted by indexes alone, with the indexes. */
const countedByIndex = (status: Status): [TaskFilter, ...string[]][] => [
  [{ priority: 'high' }, status ? 'tasks_classified' : 'tasks_priority'],
  [{ updated_after: '2020-01-01T00:00:00Z' }, 'tasks_by_update'],
  [{ assigned_employee_id: ids.employee }, 'tasks_by_employee'],
  [{ assigned_team_id: ids.team }, 'tasks_by_team'],
  [{ assigned_to: ids.user }, 'tasks_by_user'],
  [{ assigned_to_me: true }, 'tasks_by_user', 'tasks_by_employee', 'tasks_by_team'],
  [{ unassigned: true }, 'tasks_unassigned'],
  [{ initiative_id: ids.initiative }, 'tasks_by_initiative'],
  [{ label: 'common' }, 'tasks_by_label'],
];

describe('the list of tasks', () => {
  it.each(statuses)('uses an index for selective filters (status %s)', async (status) => {
    for (const [filter, matches] of selectiveFilters()) {
      const { page, count } = await listing(filter, status);
      expect([filter, count.looked <= matches, page.looked <= large / 4]).toEqual([filter, true, true]);
    }
  });

  it.each(statuses)('finds rare words by an index (status %s)', async (status) => {
    for (const [q, matches] of [
      ['task 199', 111],
      ['none', 0],
    ] as const) {
      const { page, count } = await listing({ q }, status);
      // With a further filter, some tasks are read to learn how many match it.
      const maxNarrow = status ? 2_001 : 0;
      expect([q, count.looked <= matches + maxNarrow, page.looked <= large / 4]).toEqual([q, true, true]);
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
    for (const filter of [...selectiveFilters().map(([one]) => one), ...commonFilters()]) {
      const { page, count } = await listing(filter, status, 1_001);
      expect([filter, page.looked <= 3 * each, count.looked <= each]).toEqual([filter, true, true]);
    }
  });

  it.each([undefined, 'todo'] as const)('counts by indexes alone (status %s)', async (status) => {
    for (const [filter, ...indexes] of countedByIndex(status)) {
      const { count } = await listing(filter, status);
      const scans = indexes.map((name) => `Index Only Scan ${name}`);
      expect([filter, count.scans, count.sorted]).toEqual([filter, scans, 0]);
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
      expect(await explainGenericPlan(service, top)).toEqual([
        'Subquery Scan',
        'Limit',
        'Index Scan tasks_slots',
      ]);
      const { looked, counted } = await measureWork(service, top);
      expect([looked <= limit, counted]).toEqual([true, 0]);
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
      const { scans, looked, counted } = await measureWork(service, page);
      expect(scans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      // No index has the order of several sort keys.
      const isSorted = sort.includes(',');
      const inIndexOrder = sort.endsWith('board') ? read : 2 * read;
      expect(looked).toBeLessThanOrEqual(isSorted ? large + 1 : inIndexOrder);
      expect(counted).toBeLessThanOrEqual(limit * maxRun);
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
    const { looked, counted } = await shown({});
    expect([looked <= statuses.length * limit, counted]).toEqual([true, 0]);
    expect((await shown({}, 0)).looked).toBe(0);
  });

  it('counts a common filter up to the bound, once for the board and once per column', async () => {
    const { looked } = await shown({ effort: 'm' });
    expect(looked).toBeLessThanOrEqual(10_001 + 10_001 + large / 100 + statuses.length * limit + limit);
  });

  it('uses an index for selective filters, once for the counts and once per column', async () => {
    for (const [filter, matches] of selectiveFilters()) {
      const { scans, looked } = await shown(filter);
      expect(scans.filter((scan) => scan.startsWith('Seq'))).toEqual([]);
      expect([filter, looked <= matches * (1 + taskStatuses.length) + limit]).toEqual([filter, true]);
    }
  });
});

it.each([
  ['one step on', [900], 901],
  ['to the top from near it', [40], 0],
  ['of three neighbours one step on', [9_000, 9_001, 9_002], 9_001],
  ['of three from places near each other', [700, 705, 711], 720],
  ['from the middle to the top', [9_100], 0],
  ['from the middle to elsewhere in the middle', [9_100], 15_000],
])('a move %s reads at most the tasks of two runs', async (_, positions, position) => {
  const [column] = await service.rows(
    sql`select array_agg(t.id order by t.slot) as ids from tasks t
      where t.org_id = ${owner.user.org_id} and t.status = 'todo' and t.slot is not null`,
  );
  const moving = `${owner.user.org_id}, array[${positions.map((at) => column.ids[at])}]`;
  const reads = await countReads(
    service,
    `select count(*) from lock_board_tasks(${moving}, 'todo') l,
    lateral place_board_tasks(${moving}, 'todo', ${position}, true) p`,
  );
  expect(reads).toBeGreaterThan(positions.length);
  expect(reads).toBeLessThan(2 * maxRun + 10 * positions.length);
});
