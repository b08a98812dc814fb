import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaskFilter } from '../rows/tasks.contract.ts';
import { captureStatements, measureWork } from '../testing/plans.ts';
import { seedColumns } from '../testing/seeded-board.ts';
import { findTasks } from './tasks.list.store.ts';

const { sql } = Prisma;

const org_id = 1_000;
const tasks = 7_000;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
  const insertTasks = async (org: number) => {
    await executeOperational(
      service.platform,
      sql`insert into tasks (org_id, title, status, slot, created_by, updated_by)
        select ${org}::int, 'Task ' || case when n % 6 = 0 then 'print' else '' end, 'todo', n, 1, 1
        from generate_series(1, ${tasks}::int) n`,
    );
    await executeOperational(service.platform, seedColumns(org));
  };
  // The statistics are from before the organization was created.
  await insertTasks(1);
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  await vacuumAnalyze(client, 'tasks', 'task_texts');
  await client.query('alter table tasks set (autovacuum_enabled = off)');
  await client.query('alter table task_texts set (autovacuum_enabled = off)');
  await client.end();
  await insertTasks(org_id);
});
afterAll(() => service.stop());

it.each<TaskFilter>([{ q: 'print' }, { q: 'print', status: 'todo' }, { q: 'print', priority: 'medium' }])(
  'finds each task with the words %o by its key, with outdated statistics',
  async (filter) => {
    const query = { limit: 25, offset: 1, ...filter };
    for (const statement of await captureStatements(service, org_id, (caller) => findTasks(caller, query))) {
      const { scans, looked } = await measureWork(service, statement);
      expect([scans, looked <= 2 * tasks]).toEqual([scans, true]);
    }
  },
);
