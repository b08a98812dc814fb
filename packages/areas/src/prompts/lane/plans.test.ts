import { type Caller, systemCaller } from '@wfp/shared';
import type { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordStatement } from '../../../../shared/src/db/writes/record.ts';
import { findCompletions } from '../context/organization-data.store.ts';
import { findHistories, findTaskDetails, type TaskRequest } from '../context/tasks.store.ts';
import { notEvaluated } from '../evaluation/evaluation.ts';
import { finishRuns } from '../runs/finished-runs.store.ts';
import { modelBacklog, promptBacklog } from './lane.store.ts';
import { projectRuns } from './project-runs.store.ts';

const batchSize = 64;
const backlog = 4_000;
const origin = { request_id: 'plans', ip: null, user_agent: null };

let service: TestService;
let client: pg.Client;
let org_id: number;
let template_id: number;
beforeAll(async () => {
  service = await startOwnService();
  const owner = await service.newOrganization();
  org_id = owner.user.org_id;
  const [template] = (await owner.call('GET', '/prompt-templates?q=triage')).body.data;
  template_id = template.id;
  client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  // The statistics of empty tables, as in the first minute of an installation.
  for (const table of ['tasks', 'prompt_runs'])
    await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
});
afterAll(async () => {
  await client?.end();
  await service?.stop();
});

/** Adds tasks with an event and a finished run each, and two due runs of each of the first tasks: the older one calls a model. */
async function fill(from: number, to: number): Promise<void> {
  await client.query(
    `with made as (
       insert into tasks (org_id, title, description, slot, created_by, updated_by)
       select $1, 'Task ' || n, repeat('words ', 20), n, 1, 1 from generate_series($2::int, $3) n returning id
     ), happened as (
       insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
       select $1, 'task', id, 'task.post_create', '{}', now() from made returning id, aggregate_id
     )
     insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, status,
       finished_at, output)
     select $1, $4, 1, id, 'task.post_create', 'task', aggregate_id, 'succeeded', now(), jsonb_build_object('text', repeat('x', 500))
     from happened`,
    [org_id, from, to, template_id],
  );
  await client.query(
    `insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type, record_id, due_at, calls_model)
     select $1, $2, 1, 1000000000 + $3 + 2 * n + hours, 'task.post_create', 'task', t.id, now() - hours * interval '1 hour', hours = 2
     from (select id, row_number() over (order by id) as n from tasks where org_id = $1 order by id limit $4) t,
       generate_series(1, 2) hours`,
    [org_id, template_id, from, from === 1 ? backlog : 0],
  );
}

type Settings = Readonly<Record<string, string>>;

/** Counts the buffers that a statement uses, without those of the catalogue, which its first execution reads. */
async function countBuffers(statement: Pick<Prisma.Sql, 'text' | 'values'>, settings: Settings) {
  return Math.min(await explain(statement, settings), await explain(statement, settings));
}

/** Executes a statement in a transaction that is rolled back, and returns the number of its buffers. */
async function explain({ text, values }: Pick<Prisma.Sql, 'text' | 'values'>, settings: Settings) {
  await client.query('begin');
  for (const [name, value] of Object.entries(settings)) await client.query(`set local ${name} = ${value}`);
  await client.query(`prepare one as ${text}`);
  const { rows } = await client.query(
    `explain (analyze, buffers, timing off, format json) execute one (${values.map(literal).join(', ')})`,
  );
  await client.query('rollback');
  await client.query('deallocate one');
  const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
  // The buffers of the root node do not include CTEs whose rows are not read, such as the inserts of events.
  const inserts = (plan.Plans ?? []).filter((part) => part['Node Type'] === 'ModifyTable');
  const used = [plan, ...inserts].map((one) => one['Shared Hit Blocks'] + one['Shared Read Blocks']);
  return used.reduce((sum, blocks) => sum + blocks, 0);
}

interface PlanNode {
  'Node Type': string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (!Array.isArray(value)) return pg.escapeLiteral(String(value));
  return pg.escapeLiteral(`{${value.map((one) => one ?? 'null').join(',')}}`);
}

const generic: Settings = { plan_cache_mode: 'force_generic_plan' };
const custom: Settings = { plan_cache_mode: 'force_custom_plan' };
const byIndexes: Settings = {
  ...generic,
  ...Object.fromEntries(
    ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((name) => [`enable_${name}`, 'off']),
  ),
};

const ids = async (statement: string) =>
  (await client.query<{ id: number }>(`${statement} limit ${batchSize}`, [org_id])).rows.map(({ id }) => id);

async function captureLease(leased: typeof promptBacklog): Promise<Prisma.Sql> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const limits =
    leased === promptBacklog ? { single: 0, batched: batchSize } : { single: batchSize, batched: 0 };
  await leased.lease(service.platform, org_id, limits);
  const sent = query.mock.calls.map(([one]) => one as unknown as Prisma.Sql);
  query.mockRestore();
  const lease = sent.find(({ text }) => text?.includes('skip locked'));
  if (!lease) throw new Error('Nothing was leased');
  return lease;
}

/** Captures the statements of reads without sending them. */
async function captureReads(read: (caller: Caller) => Promise<unknown>): Promise<Prisma.Sql[]> {
  const statements: Prisma.Sql[] = [];
  const rows = (statement: Prisma.Sql) => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  const transaction = () => Promise.reject(new Error('Unexpected transaction'));
  await read({ ...systemCaller(service.platform, org_id, origin, []), replica: { rows, transaction } });
  return statements;
}

async function captureProjection(tasks: readonly number[]): Promise<Prisma.Sql> {
  const statements: Prisma.Sql[] = [];
  const tx = {
    rows: async (statement: Prisma.Sql) => {
      statements.push(statement);
      return [];
    },
    execute: async () => 0,
  };
  const events = tasks.map((aggregate_id, n) => ({
    ...{ org_id, aggregate_id, seq: n, event_id: 2_000_000_000 + n, occurred_at: new Date() },
    ...{ event_type: 'task.post_create', aggregate_type: 'task', is_private: false },
  }));
  await projectRuns(tx as never, events, service.config);
  return statements[0] as Prisma.Sql;
}

async function measure() {
  const caller = systemCaller(service.platform, org_id, origin, []);
  const tasks = await ids('select id from tasks where org_id = $1 order by random()');
  const request = (task_id: number): TaskRequest => ({
    ...{ task_id, event_id: null, history: 'latest', changes: null, maxDescription: null },
  });
  const [details, histories, completions] = await captureReads(async (reader) => {
    await findTaskDetails(reader, tasks.map(request));
    await findHistories(reader, tasks.map(request));
    await findCompletions(reader, tasks);
  });
  if (!details || !histories || !completions) throw new Error('Nothing was read');
  const lease = await captureLease(promptBacklog);
  const leaseForModels = await captureLease(modelBacklog);
  const finished = await ids(
    "select id from prompt_runs where org_id = $1 and status = 'pending' order by random()",
  );
  const runs = finished.map((id) => ({ ...notEvaluated, status: 'succeeded' as const, id, attempts: 0 }));
  const finish = recordStatement(caller, finishRuns(caller, runs), { event: 'prompt_run.completed' });
  const running = {
    ...finish,
    text: finish.text.replace("status::text = 'running'", "status::text = 'pending'"),
  };
  const projection = await captureProjection(await ids('select id from tasks where org_id = $1 order by id'));
  const perRow = async (statement: Pick<Prisma.Sql, 'text' | 'values'>, settings: Settings) =>
    (await countBuffers({ text: statement.text, values: statement.values }, settings)) / batchSize;
  return {
    lease: await perRow(lease, byIndexes),
    leaseForModels: await perRow(leaseForModels, byIndexes),
    details: await perRow(details, custom),
    histories: await perRow(histories, generic),
    completions: await perRow(completions, generic),
    finish: await perRow({ text: running.text, values: finish.values }, custom),
    finishAnyBatch: await perRow({ text: running.text, values: finish.values }, generic),
    projection: await perRow(projection, custom),
  };
}

type Work = Awaited<ReturnType<typeof measure>>;

/** The maximum buffers per run, about a quarter more than measured. A scan of a table or backlog uses thousands. */
const bounds: Record<keyof Work, number> = {
  lease: 75,
  leaseForModels: 75,
  details: 6,
  histories: 20,
  completions: 15,
  finish: 90,
  finishAnyBatch: 90,
  projection: 60,
};

describe('statements of a batch of prompt runs', () => {
  it('use no more buffers among 50,000 tasks than among 5,000, with and without statistics', async () => {
    await fill(1, 5_000);
    const few = await measure();
    await fill(5_001, 50_000);
    const many = await measure();
    await vacuumAnalyze(client, 'tasks', 'prompt_runs');
    const analyzed = await measure();
    for (const work of [few, many, analyzed]) {
      const above = Object.entries(work).filter(([name, buffers]) => buffers > bounds[name as keyof Work]);
      expect(above).toEqual([]);
    }
  });
});
