import { readFile } from 'node:fs/promises';
import { areas } from '@wfp/areas';
import { Prisma } from '@wfp/shared/db';
import { LaneQueues, planWork } from '@wfp/shared/queue';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningWorker, startWorker } from './start-worker.ts';

const { sql } = Prisma;
const lanes = areas.flatMap((area) => area.jobs ?? []);
const all = planWork(lanes);

it('there is a role for each queue, one for scheduled lanes, and one for the relay', () => {
  expect(all.roles).toEqual(expect.arrayContaining(['relay', 'webhooks', 'prompts', 'mail', 'schedules']));
  expect(all).toMatchObject({ hasRelay: true, lanes });
  const queues = ({ lanes: some }: typeof all) => some.map(({ queue }) => queue);
  const schedules = planWork(lanes, 'schedules');
  expect(queues(schedules)).toEqual(
    expect.arrayContaining(['grant-expiry', 'task-reminders', 'maintenance']),
  );
  expect(queues(planWork(lanes, 'imports'))).toEqual(['imports', 'large-imports']);
  expect(queues(planWork(lanes, 'mail')).sort()).toEqual(['announcement-mails', 'mail']);
  expect(planWork(lanes, ' mail, relay')).toMatchObject({ hasRelay: true, roles: ['mail', 'relay'] });
  // The roles partition the work.
  const parts = all.roles.map((role) => planWork(lanes, role));
  expect(parts.flatMap(queues).sort()).toEqual(queues(all).sort());
  expect(parts.filter(({ hasRelay }) => hasRelay)).toHaveLength(1);
});

it.each(['wehbooks', 'mail,', 'mail,maintenance'])(
  'rejects unknown roles in %s and lists the known ones',
  (only) => {
    expect(() => planWork(lanes, only)).toThrow(
      /--only: unknown role ".+ must be one of: .*mail, .*schedules, .*webhooks/,
    );
  },
);

it('roles are exactly those documented in docs/operations.md', async () => {
  const text = await readFile('docs/operations.md', 'utf8');
  const [table = ''] = text.match(/^\| role .*?\n\n/ms) ?? [];
  const documented = [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(all.roles);
});

it('payloads of jobs contain only ids', () => {
  const payloads = lanes.map(({ queue, payload }) => {
    const { properties = {} } = z.toJSONSchema(payload as z.ZodType, { io: 'input' });
    return {
      queue,
      fields: Object.entries(properties).map(([name, one]) => [name, (one as { type?: string }).type]),
    };
  });
  expect(payloads.length).toBeGreaterThan(15);
  for (const { queue, fields } of payloads)
    for (const [name, type] of fields)
      expect([queue, name, type]).toEqual([queue, expect.stringMatching(/_id$/), 'integer']);
});

let service: TestService;
let owner: Client;
let relay: RunningWorker;
let mail: RunningWorker;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  const options = { config: service.config, log: service.platform.log, opsPort: 0 };
  [relay, mail] = [
    await startWorker({ ...options, only: 'relay' }),
    await startWorker({ ...options, only: 'mail' }),
  ];
});
afterAll(async () => {
  await mail?.stop();
  await relay?.stop();
  await service?.stop();
});
const get = async ({ opsPort }: RunningWorker, path: string) => {
  const response = await fetch(`http://localhost:${opsPort}${path}`);
  return { status: response.status, body: (await response.json()) as any };
};

it('a worker runs only its roles', async () => {
  const { body: requested } = await owner.call('POST', '/tasks/export', {});
  for (const waiting of [sql`select 1 from mails where sent_at is null`, sql`select 1 from outbox`])
    await eventually(
      () => service.rows(waiting),
      (rows) => rows.length === 0,
    );
  const status = async () => (await owner.call('GET', `/exports/${requested.id}`)).body.status;
  expect(await status()).toBe('queued');
  const laneQueues = new LaneQueues(service.platform, lanes);
  const counts = await Promise.all(
    laneQueues.queues.map(async (queue) => [queue.name, await queue.getWorkersCount()] as const),
  );
  await laneQueues.close();
  expect(counts.filter(([, workers]) => workers > 0)).toEqual([
    ['announcement-mails', 1],
    ['announcement-mails-unverified', 1],
    ['mail', 1],
    ['mail-unverified', 1],
  ]);
  const options = { config: service.config, log: service.platform.log, opsPort: 0 };
  const exporter = await startWorker({ ...options, only: 'exports' });
  await eventually(status, (now) => now === 'succeeded');
  await exporter.stop();
});

it('a worker reports its roles and is ready for them', async () => {
  const [one, other] = [await get(relay, '/readyz'), await get(mail, '/readyz')];
  expect(one).toMatchObject({ status: 200, body: { status: 'ok', roles: ['relay'], relay: { leads: 16 } } });
  expect(other).toMatchObject({ status: 200, body: { status: 'ok', roles: ['mail'] } });
  expect(other.body.relay).toBeUndefined();
  expect((await get(mail, '/relay')).status).toBe(404);
});
