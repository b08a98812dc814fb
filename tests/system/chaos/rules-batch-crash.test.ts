import type { Client } from '@wfp/client';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster } from '../processes/processes.ts';
import { apiClientAt, signUpAt } from '../processes/sign-up.ts';

const runCount = 80;

let cluster: Cluster;
let owner: Client;
let database: pg.Client;
beforeAll(async () => {
  cluster = await createCluster();
  const api = await cluster.startApi();
  owner = apiClientAt(api, await signUpAt(api, 'batches'));
  database = new pg.Client({ connectionString: cluster.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await cluster?.stop();
});

const createTasks = async (prefix: string) => {
  const numbers = Array.from({ length: runCount }, (_, n) => n);
  await Promise.all(numbers.map((n) => owner.post('/tasks', { body: { title: `${prefix} ${n}` } })));
};
const runsOf = async (prefix: string) =>
  (
    await database.query<{ id: number; status: string; attempts: number; events: number; entries: number }>(
      `select r.id, r.status, r.attempts,
        (select count(*)::int from events e where e.org_id = r.org_id and e.aggregate_type = 'prompt_run'
          and e.aggregate_id = r.id and e.event_type = 'prompt_run.completed') as events,
        (select count(*)::int from audit_log a where a.org_id = r.org_id and a.resource = 'prompt_run'
          and a.record_id = r.id) as entries
      from prompt_runs r join tasks t on t.org_id = r.org_id and t.id = r.record_id where t.title like $1 order by r.id`,
      [`${prefix} %`],
    )
  ).rows;
const countBlockedWrites = async () =>
  (await database.query(`select from pg_locks where relation = 'audit_log'::regclass and not granted`))
    .rowCount ?? 0;

/**
 * Kills a worker whose write of a batch waits for a lock.
 *
 * @returns the number of its runs
 */
async function killDuringBatch(prefix: string): Promise<number> {
  await createTasks(prefix);
  await database.query('begin');
  await database.query('lock table audit_log in exclusive mode');
  const worker = await cluster.startWorker('prompts,relay');
  const running = async () => (await runsOf(prefix)).filter(({ status }) => status === 'running');
  await eventually(countBlockedWrites, (count) => count > 0);
  const { length } = await running();
  await worker.kill('SIGKILL');
  return length;
}

async function expectOneResultEach(prefix: string): Promise<void> {
  const all = await eventually(
    () => runsOf(prefix),
    (runs) => runs.length === runCount && runs.every(({ status }) => status === 'succeeded'),
    60_000,
  );
  expect(all.filter(({ events, entries }) => events !== 1 || entries !== 1)).toEqual([]);
}

it('evaluates the runs of a killed worker again, and records one result for each', async () => {
  const held = await killDuringBatch('Lost');
  expect(held).toBeGreaterThan(1);
  // The statement fails when its lock timeout expires.
  await eventually(countBlockedWrites, (count) => count === 0);
  expect((await runsOf('Lost')).filter(({ events }) => events > 0)).toEqual([]);
  await database.query('rollback');
  const worker = await cluster.startWorker('prompts,relay');
  await expectOneResultEach('Lost');
  const repeated = (await runsOf('Lost')).filter(({ attempts }) => attempts > 1);
  expect(repeated.length).toBeGreaterThanOrEqual(held);
  await worker.kill('SIGTERM');
});

it('records one result for each run if the write of a killed worker is committed after its death', async () => {
  const held = await killDuringBatch('Late');
  await database.query('rollback');
  const committed = await eventually(
    () => runsOf('Late'),
    (runs) => runs.filter(({ status }) => status === 'succeeded').length >= held,
  );
  expect(committed.filter(({ events }) => events > 1)).toEqual([]);
  const worker = await cluster.startWorker('prompts,relay');
  await expectOneResultEach('Late');
  await worker.kill('SIGTERM');
});
