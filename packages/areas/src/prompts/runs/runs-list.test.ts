import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { vacuumAnalyze } from '@wfp/testing/vacuum.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerForUser } from '../../auth/index.ts';
import { findRuns } from './runs.store.ts';

const { sql } = Prisma;
const origin = { request_id: 'test', ip: null, user_agent: null };

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service?.stop());

/**
 * Inserts three runs on each of the tasks of two organizations, most of them in `other`. The runs of one task in a
 * hundred failed.
 */
async function fill(org_id: number, user_id: number, other: number): Promise<void> {
  const client = new pg.Client(service.config.DATABASE_URL);
  await client.connect();
  // Skips foreign key checks.
  await client.query('set session_replication_role = replica');
  await client.query(`insert into tasks (org_id, title, status, slot, created_by, updated_by)
    select o, 'Task ' || n, 'todo', 100 + n, ${user_id}, ${user_id}
    from (values (${org_id}, 1000), (${other}, 5000)) v(o, most), generate_series(1, most) n`);
  await client.query(`insert into prompt_runs (org_id, template_id, template_version, event_id, hook, record_type,
      record_id, status, output, finished_at)
    select t.org_id, p.id, 1, n * 1000000 + t.id, p.hook, 'task', t.id,
      (case t.id % 100 when 0 then 'failed' when 1 then 'skipped' else 'succeeded' end)::prompt_run_status,
      jsonb_build_object('reasoning', repeat('why ', 100)), now()
    from tasks t join prompt_templates p on p.org_id = t.org_id and p.code = 'triage-task', generate_series(1, 3) n`);
  await vacuumAnalyze(client, 'tasks', 'prompt_runs');
  await client.end();
}

it('reads only the rows of a page, and for the total only those of the organization', async () => {
  const { org_id, id: user_id } = (await service.newOrganization()).user;
  await fill(org_id, user_id, (await service.newOrganization()).user.org_id);
  const plans: string[] = [];
  const rows = async <Row>(statement: Prisma.Sql) => {
    const [plan] = await service.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (analyze, timing off, format json) ${statement}`,
    );
    plans.push(scansIn(plan?.['QUERY PLAN'][0].Plan).sort().join(', '));
    return service.rows<Row>(statement);
  };
  const found = await callerForUser(service.platform, { org_id, user_id }, origin, []);
  if (!found) throw new Error('No such user');
  const transaction = () => Promise.reject(new Error('Unexpected transaction'));
  const caller = { ...found, replica: { rows, transaction } };

  expect((await findRuns(caller, { sort: '-created_at', limit: 25, offset: 0 })).total).toBe(3_000);
  const [page, count] = plans
    .splice(0)
    .sort((one, other) => Number(one.includes('Only')) - Number(other.includes('Only')));
  expect(page).toBe('26 of Index Scan prompt_runs_pkey');
  expect(count).toMatch(/3000 of (Index Only|Bitmap Heap) Scan/);
  expect(count).not.toContain('Seq Scan');

  for (const status of ['failed', 'skipped'] as const) {
    const rare = await findRuns(caller, { sort: '-created_at', limit: 25, offset: 0, status });
    expect([rare.data.length, rare.total]).toEqual([25, 30]);
    const scans = plans.splice(0).join();
    expect(scans).toContain('26 of Index Scan prompt_runs_without_output');
    expect(scans).not.toContain('Seq Scan');
  }
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

/** Returns the scans of prompt runs, with the number of rows read. */
function scansIn(plan: Plan | undefined): string[] {
  if (!plan) return [];
  const rowsRead = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const below = (plan.Plans ?? []).flatMap(scansIn);
  if (plan['Relation Name'] !== 'prompt_runs') return below;
  return [`${rowsRead} of ${plan['Node Type']} ${plan['Index Name'] ?? ''}`, ...below];
}
