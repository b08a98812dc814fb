import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerForUser } from '../../auth/index.ts';
import { type ListRuns, runSorts } from './runs.contract.ts';
import { findRuns } from './runs.store.ts';

const { sql } = Prisma;
const total = 3_000;
const origin = { request_id: 'test', ip: null, user_agent: null };

let service: TestService;
let caller: Caller;
/** The scans of runs of each statement. */
const plans: string[][] = [];
beforeAll(async () => {
  service = await startOwnService();
  const { org_id, id: user_id } = (await service.newOrganization()).user;
  await fill(org_id, user_id, (await service.newOrganization()).user.org_id);
  const rows = async <Row>(statement: Prisma.Sql) => {
    const [plan] = await service.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (analyze, timing off, format json) ${statement}`,
    );
    plans.push(scansIn(plan?.['QUERY PLAN'][0].Plan).sort());
    return service.rows<Row>(statement);
  };
  const found = await callerForUser(service.platform, { org_id, user_id }, origin, []);
  if (!found) throw new Error('No such user');
  const transaction = () => Promise.reject(new Error('Unexpected transaction'));
  caller = { ...found, replica: { rows, transaction } };
});
afterAll(() => service?.stop());

/**
 * Inserts three runs on each of the tasks of two organizations, most of them in `other`. The runs of one task in a
 * hundred failed. Two in three have a latency and one in three a cost.
 */
async function fill(org_id: number, user_id: number, other: number): Promise<void> {
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  // Skips foreign key checks.
  await client.query('set session_replication_role = replica');
  await client.query(`insert into tasks (org_id, title, status, slot, created_by, updated_by)
    select o, 'Task ' || n, 'todo', 100 + n, ${user_id}, ${user_id}
    from (values (${org_id}, 1000), (${other}, 5000)) v(o, most), generate_series(1, most) n`);
  await client.query('insert into task_texts select org_id, id, lower(title) from tasks');
  await client.query(`insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type,
      record_id, status, output, finished_at, latency_ms, cost)
    select t.org_id, p.id, 1, n * 1000000 + t.id, p.hook, 'task', t.id,
      (case t.id % 100 when 0 then 'failed' when 1 then 'skipped' when 2 then 'pending' else 'succeeded' end)::prompt_run_status,
      jsonb_build_object('reasoning', repeat('why ', 100)), case when t.id % 100 <> 2 then now() end,
      case when t.id % 3 > 0 then t.id % 40 end, case when t.id % 3 = 0 then t.id % 7 * 0.01 end
    from tasks t join prompt_templates p on p.org_id = t.org_id and p.code = 'triage-task', generate_series(1, 3) n`);
  await vacuumAnalyze(client, 'tasks', 'task_texts', 'prompt_runs');
  await client.end();
}

const list = async (query: Partial<ListRuns>) => {
  plans.length = 0;
  return findRuns(caller, { sort: '-created_at', limit: 25, offset: 0, ...query });
};

it('reads only the rows of a page, and no tasks for the total', async () => {
  expect((await list({})).total).toBe(total);
  const [page, count] = plans;
  expect(page).toEqual(['26 of Index Scan prompt_runs_pkey', '26 of Index Scan tasks_pkey']);
  for (const scan of count ?? [])
    expect(scan).toMatch(/^(3000|1000|0) of (Index Only|Bitmap Heap) Scan (prompt_runs|task_texts)/);
});

it('reads only the rows of a page of a rare status', async () => {
  for (const status of ['failed', 'skipped'] as const) {
    const rare = await list({ status });
    expect([rare.data.length, rare.total]).toEqual([25, 30]);
    const scans = plans.join();
    expect(scans).toContain('26 of Index Scan prompt_runs_org_id_status_id_idx');
    expect(scans).not.toContain('Seq Scan');
  }
});

describe.each(runSorts.flatMap((name) => [name, `-${name}`]))('a list sorted by %s', (sort) => {
  const direction = sql`${sort.startsWith('-') ? sql`desc` : sql`asc`}`;
  const column = Prisma.raw(`r.${sort.replace('-', '')}`);
  const inOrder = async (condition = sql`true`) =>
    (
      await service.rows<{ id: number }>(sql`select r.id from prompt_runs r
        where r.org_id = ${caller.org_id}::int and ${condition} order by ${column} ${direction} nulls last, r.id ${direction}`)
    ).map(({ id }) => id);

  it('reads only the rows of the page at any depth, in the order of an index', async () => {
    const expected = await inOrder();
    const withoutLatency = new Set(await inOrder(sql`r.latency_ms is null`));
    for (const depth of [0, 500, 990, 1_500, 1_990, 2_500, 2_960]) {
      const after =
        depth > 0 ? { after: (await list({ sort, limit: 1, offset: depth - 1 })).next ?? '' } : {};
      const { data } = await list({ sort, ...after });
      expect([depth, data.map(({ id }) => id)]).toEqual([depth, expected.slice(depth, depth + 25)]);
      const scans = (plans[0] ?? []).filter((scan) => scan.includes('prompt_runs'));
      const rowsRead = scans.reduce((sum, scan) => sum + Number.parseInt(scan, 10), 0);
      // One run in three has no latency. Those runs are found among all, in the order of the ids.
      const isSparse = data.some(({ id }) => withoutLatency.has(id)) && sort.endsWith('latency_ms');
      expect([depth, scans, rowsRead <= (isSparse ? 5 : 2) * 26]).toEqual([depth, scans, true]);
    }
  });

  it('has the same order with filters', async () => {
    for (const [filter, condition] of [
      [{ status: 'succeeded' }, sql`r.status = 'succeeded'`],
      [{ status: 'failed' }, sql`r.status = 'failed'`],
      [{ template: 'triage-task' }, sql`true`],
      [{ record_type: 'task', status: 'pending' }, sql`r.status = 'pending'`],
    ] as const) {
      const expected = await inOrder(condition);
      const first = await list({ ...filter, sort });
      const second = await list({ ...filter, sort, after: first.next ?? '' });
      const ids = [...first.data, ...second.data].map(({ id }) => id);
      expect([filter, ids]).toEqual([filter, expected.slice(0, 50)]);
      expect([filter, plans.join().includes('Seq Scan')]).toEqual([filter, false]);
    }
  });
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const relations = ['prompt_runs', 'tasks', 'task_texts'];

/** Returns the scans of runs, tasks and their texts, with the number of rows read. */
function scansIn(plan: Plan | undefined): string[] {
  if (!plan) return [];
  const rowsRead = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const below = (plan.Plans ?? []).flatMap(scansIn);
  const isRead = relations.includes(plan['Relation Name'] ?? '') && plan['Actual Loops'] > 0;
  if (!isRead) return below;
  return [`${rowsRead} of ${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name']}`, ...below];
}
