import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TaskFilter, taskSorts } from '../rows/tasks.contract.ts';
import { captureStatements, measureWork } from '../testing/plans.ts';
import { seedColumns } from '../testing/seeded-board.ts';
import { findTasks } from './tasks.list.store.ts';

const { sql } = Prisma;

/** Tasks in one column, imported in batches: thousands with the same due date, priority and title. */
const tasks = 20_000;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  for (const org_id of [owner.user.org_id, 1_000]) {
    await executeOperational(
      service.platform,
      sql`insert into tasks (org_id, title, status, effort, priority, slot, due_at, created_at, updated_at, created_by, updated_by)
        select ${org_id}::int, 'Task ' || n / 4000, 'todo', (case when n % 10 = 0 then 'xl' else 'm' end)::task_effort,
          (enum_range(null::task_priority))[1 + n % 4], n, case when n % 3 > 0 then now() + n / 5000 * interval '1 day' end,
          now() - n / 4 * interval '1 minute', now() - n / 200 * interval '1 minute', 1, 1
        from generate_series(0, ${tasks - 1}::int) n`,
    );
    await executeOperational(service.platform, seedColumns(org_id));
  }
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await vacuumAnalyze(client, 'tasks');
  await client.end();
});
afterAll(() => service.stop());

const limit = 25;
/** One more than a page has: it shows that another page follows. */
const read = limit + 1;
/** The most tasks that are read in the order of the sort before all matching tasks are read. */
const maxWalked = 5 * (1_000 + 2 * read);
const depths = [0, 100, tasks / 2, tasks - 1_000, tasks - 10];

describe.each(taskSorts.flatMap((name) => [name, `-${name}`]))(
  'a page after a cursor, sorted by %s',
  (sort) => {
    /** Measures the page after a row at a depth, without its total. */
    const pageAfter = async (depth: number, filter: TaskFilter = {}) => {
      const { body } = await owner.call('GET', `/tasks?sort=${sort}&limit=1&offset=${depth}`);
      const query = { limit, offset: 0, sort, after: body.next, ...filter };
      const [page] = await captureStatements(service, owner.user.org_id, (caller) =>
        findTasks(caller, query),
      );
      return measureWork(service, page);
    };

    it('reads only its tasks at any depth', async () => {
      for (const depth of depths) {
        const { scans, looked, sorted } = await pageAfter(depth);
        // No index has only the tasks without a due date, which are every third. The index of times of creation has no ids.
        const most = sort.endsWith('due_at') ? 4 * read : sort.endsWith('created_at') ? read + 8 : read;
        expect([depth, scans, looked <= most, sorted <= most + read]).toEqual([depth, scans, true, true]);
      }
    });

    it('filters only the tasks that follow', async () => {
      for (const depth of depths) {
        for (const filter of [{ effort: 'm' }, { effort: 'xl' }, { q: 'task' }] as TaskFilter[]) {
          const { scans, looked } = await pageAfter(depth, filter);
          expect([depth, filter, scans, looked <= maxWalked]).toEqual([depth, filter, scans, true]);
        }
      }
    });
  },
);

it.each([
  ['board', ['Index Only Scan tasks_slots', 'Index Scan tasks_slots']],
  ['-board', ['Index Only Scan tasks_slots', 'Index Scan tasks_slots']],
  ['-updated_at', ['Index Only Scan tasks_by_update', 'Index Scan tasks_by_update']],
])('skips tasks in the index alone for a page far down the list, sorted by %s', async (sort, expected) => {
  const idsAt = async (offset: number, count: number): Promise<number[]> => {
    const { body } = await owner.call('GET', `/tasks?sort=${sort}&limit=${count}&offset=${offset}`);
    return body.data.map(({ id }: { id: number }) => id);
  };
  const query = { limit, offset: 15_000, sort };
  const [page] = await captureStatements(service, owner.user.org_id, (caller) => findTasks(caller, query));
  const { scans, sorted } = await measureWork(service, page);
  expect([...new Set(scans)].sort().filter((scan) => expected.includes(scan))).toEqual(expected);
  // The page and the column of each task are joined in the order of the list.
  expect([scans.filter((scan) => scan.startsWith('Seq')), sorted <= 4 * read]).toEqual([[], true]);
  expect(await idsAt(15_000, limit)).toEqual((await idsAt(14_950, 100)).slice(50, 50 + limit));
});
