import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOpsRunner } from './testing/ops-runner.ts';
import { plantedViolations } from './testing/planted-violations.ts';

let service: TestService;
let ops: ReturnType<typeof createOpsRunner>;
/** A superuser session without triggers and foreign key checks. */
let database: pg.Client;
let ids: { org: number; slug: string; task: number; initiative: number; webhook: number };

beforeAll(async () => {
  service = await startOwnService();
  ops = createOpsRunner(service.config);
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query('set session_replication_role = replica');
  const [one, other] = [await service.newOrganization(), await service.newOrganization()];
  // Prompt runs would write events at any time, between planted violations.
  await Promise.all([one, other].map(disablePrompts));
  ids = await createRecords(one);
  await processBacklog();
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** Creates records of every kind that is checked. */
async function createRecords(owner: Client) {
  const create = async (path: string, body: object) => {
    const response = await owner.call('POST', path, body);
    if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    return response.body.id as number;
  };
  const employee = (await owner.call('GET', '/employees')).body.data[0].id;
  const initiative = await create('/initiatives', {
    name: 'Move',
    code: 'MOVE',
    owner_employee_id: employee,
  });
  const webhook = await create('/webhooks', { url: 'http://127.0.0.1:9/', event_types: ['task.*'] });
  const tasks: number[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four'])
    tasks.push(await create('/tasks', { title, initiative_id: initiative }));
  await owner.call('PATCH', `/tasks/${tasks[0]}`, { status: 'done' });
  await owner.call('DELETE', `/tasks/${tasks[3]}`);
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  return { org: owner.user.org_id, slug: org_slug as string, task: tasks[1] ?? 0, initiative, webhook };
}

/** Runs a worker until events are numbered, progress is counted and audit entries are chained. */
async function processBacklog(): Promise<void> {
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  await eventually(
    async () =>
      (
        await database.query(`select (select count(*)::int from outbox) + (select count(*)::int from initiative_recounts)
        + (select count(*)::int from audit_log a where not exists (select from audit_chain c where c.org_id = a.org_id and c.audit_id = a.id)) as left`)
      ).rows[0].left,
    (left) => left === 0,
  );
  await worker.stop();
}

it('finds no violations in data written by the service', async () => {
  const { code, data, err } = await ops('check', '--json');
  expect(data?.checks.filter((one: any) => one.violations.length > 0)).toEqual([]);
  // On a busy machine the command may report progress.
  expect([code, err.split('\n').filter((line) => !/^(…|$)/.test(line))]).toEqual([0, []]);
  const named = await ops('check', '--list', '--json');
  expect(named.data.checks.map((one: any) => one.name)).toEqual(data.checks.map((one: any) => one.name));
  expect(data.checks.map((one: any) => one.name).sort()).toEqual(
    [...new Set([...plantedViolations.map(([name]) => name), 'months-ahead'])].sort(),
  );
});

const filled = (text: string) =>
  text.replace(/\$(org|task|initiative|webhook)/g, (_, name: keyof typeof ids) => String(ids[name]));

it.each(plantedViolations)('%s: finds planted violation %#', async (name, plant, report, repair) => {
  await database.query(filled(plant));
  const { code, out } = await ops('check', '--only', name);
  await database.query(filled(repair));
  expect([code, out]).toEqual([1, expect.stringContaining(filled(report))]);
  expect(out).toContain(`✗ ${name}`);
  expect(await ops('check', '--only', name)).toMatchObject({ code: 0, out: '1 of 1 checks passed' });
});

it('months-ahead: partitions that end soon, and rows outside of them', async () => {
  await database.query(
    `insert into months.events_after (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
    select $1, 900011, 'task', 1, 'task.post_create', '{}', now() + interval '1 year'`,
    [ids.org],
  );
  expect(await ops('check', '--only', 'months-ahead')).toMatchObject({
    code: 1,
    out: expect.stringContaining('rows are outside of all monthly partitions'),
  });
  await database.query('delete from months.events_after');
});

it('limits checks to --org and rejects unknown checks', async () => {
  await database.query(filled('update initiatives set progress = 99 where org_id = $org'));
  expect((await ops('check', '--org', ids.slug)).code).toBe(1);
  const { rows } = await database.query('select slug from organizations where id <> $1', [ids.org]);
  expect((await ops('check', '--org', rows[0].slug)).code).toBe(0);
  await database.query(filled('update initiatives set progress = 33 where org_id = $org'));
  expect((await ops('check', '--only', 'horoscope')).code).toBe(2);
});
