import { createTestClient } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { signUpAt, verifyOrganizations } from '../processes/sign-up.ts';
import { brokenInvariants } from './invariants.ts';
import { SteadyClient } from './steady-client.ts';

let cluster: Cluster;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let database: pg.Pool;
let apis: Pod[];
let workers: Pod[];
let token: string;
let load: Load | undefined;

beforeAll(async () => {
  cluster = await createCluster({
    WEBHOOK_RETRY_SCHEDULE: '0,1,1,2,2,2',
    // A receiver that answers later, as on a busy machine, gets the event again.
    WEBHOOK_TIMEOUT_MS: '5000',
    // Long enough to notice it on a busy machine.
    SHUTDOWN_DELAY_SECONDS: '3',
  });
  database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 4 }).on('error', ignoreDropped);
  [apis, workers] = await Promise.all([
    Promise.all([cluster.startApi(), cluster.startApi()]),
    Promise.all([cluster.startWorker(), cluster.startWorker()]),
  ]);
  receiver = await startReceiver({});
  const owner = await signUpAt(apis[0] as Pod, 'crash');
  await verifyOrganizations(database, [owner]);
  token = owner.token;
});
afterAll(async () => {
  await load?.stop();
  await database?.end();
  await receiver?.stop();
  await cluster?.stop();
});

const on = (pod: Pod | undefined) =>
  createTestClient(`http://localhost:${pod?.port}`, {
    access_token: token,
    user: { id: 0, org_id: 0, org_name: '', email: '' },
  });
const rows = async (text: string) => (await database.query(text)).rows;

it('streams tasks created on any pod and delivers each webhook once', async () => {
  const webhook = (
    await on(apis[0]).call('POST', '/webhooks', {
      url: receiver.url('/calm'),
      event_types: ['task.post_create'],
    })
  ).body;
  const stream = await openStream(`http://localhost:${apis[1]?.port}`, token, '?event_type=task.post_create');
  const seen = () => stream.messages.map((message) => message.data.aggregate_id);
  const ids: number[] = [];
  for (let count = 0; count < 30; count += 1) {
    ids.push((await on(apis[count % 2]).call('POST', '/tasks', { title: 'Calm' })).body.id);
  }
  await stream.until('all events', () => seen().length >= ids.length);
  await eventually(
    () => receiver.at('/calm').length,
    (count) => count >= ids.length,
  );
  const delivered = receiver.at('/calm').map((hit) => JSON.parse(hit.body).aggregate_id);
  expect(delivered.sort((a, b) => a - b)).toEqual(ids);
  expect(seen()).toEqual(ids);
  await stream.close();
  await on(apis[0]).call('DELETE', `/webhooks/${webhook.id}`);
});

/** Creates tasks from 16 clients on all running pods. */
class Load {
  /** Ids of tasks whose creation was answered with 201. */
  readonly acknowledged: number[] = [];
  /** Delay of each client between two creates. */
  pauseMs = 0;
  readonly #title: string;
  readonly #work: Promise<unknown>;
  #isStopped = false;

  constructor(title: string) {
    this.#title = title;
    this.#work = Promise.all(Array.from({ length: 16 }, (_, client) => this.#create(client)));
  }

  /** Resolves when `total` tasks have been created. */
  async until(total: number): Promise<void> {
    await eventually(
      () => this.acknowledged.length,
      (count) => count >= total,
    );
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  async #create(client: number): Promise<void> {
    for (let turn = client; !this.#isStopped; turn += 1) {
      const response = await on(apis[turn % apis.length])
        .call('POST', '/tasks', { title: this.#title })
        .catch(() => null);
      if (response?.status === 201) this.acknowledged.push(response.body.id);
      // A dead pod refuses connections immediately.
      await new Promise((resolve) => setTimeout(resolve, response ? this.pauseMs : 10));
    }
  }
}

it('loses no acknowledged write when processes are killed and Redis is flushed', async () => {
  const webhook = (
    await on(apis[0]).call('POST', '/webhooks', {
      url: receiver.url('/crash'),
      event_types: ['task.post_create'],
    })
  ).body;
  const redis = new Redis(cluster.redisUrl);
  const written = async () =>
    Number((await rows(`select count(*) from tasks where title = 'Crash'`))[0].count);
  load = new Load('Crash');
  const { acknowledged } = load;
  await eventually(written, (count) => count > 100);
  await workers[0]?.kill('SIGKILL');
  await eventually(written, (count) => count > 300);
  await apis[0]?.kill('SIGKILL');
  load.pauseMs = 100;
  apis = [apis[1] as Pod, await cluster.startApi()];
  load.pauseMs = 0;
  await load.until(acknowledged.length + 50);
  await redis.flushall();
  await workers[1]?.kill('SIGKILL');
  await load.until(Math.max(1_000, acknowledged.length + 100));
  await load.stop();
  workers = [await cluster.startWorker(), await cluster.startWorker()];
  redis.disconnect();

  expect(acknowledged.length).toBeGreaterThan(500);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  // A task is committed before its response is sent, so the number of tasks is final.
  await eventually(
    async () =>
      (
        await rows(`select count(*)::int as made, (select count(distinct event_id)::int from webhook_deliveries
          where webhook_id = ${webhook.id} and status = 'succeeded') as delivered from tasks where title = 'Crash'`)
      )[0],
    ({ made, delivered }) => delivered >= made,
    45_000,
  );
  const rowsByTask =
    await rows(`select t.id, count(distinct e.id)::int as events, count(distinct a.id)::int as audits, count(distinct l.seq)::int as numbers,
        count(distinct d.id) filter (where d.status = 'succeeded')::int as delivered
      from tasks t left join events e on e.org_id = t.org_id and e.aggregate_type = 'task' and e.aggregate_id = t.id
      left join audit_log a on a.org_id = t.org_id and a.event_id = e.id left join event_log l on l.org_id = t.org_id and l.event_id = e.id
      left join webhook_deliveries d on d.org_id = t.org_id and d.event_id = e.id and d.webhook_id = ${webhook.id}
      where t.title = 'Crash' group by t.id`);
  for (const row of rowsByTask)
    expect(row).toEqual({ id: row.id, events: 1, audits: 1, numbers: 1, delivered: 1 });
  const storedIds = new Set(rowsByTask.map((row) => row.id));
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([]);
  // Prompt runs may still be writing events.
  const [log] = await eventually(
    () =>
      rows(`select count(*)::int as numbers, max(seq)::int as head, (select count(*)::int from outbox) as waiting,
        (select count(*)::int from prompt_runs where status in ('pending', 'running')) as prompting from event_log`),
    ([now]) => now.waiting === 0 && now.prompting === 0,
    60_000,
  );
  expect(log).toEqual({ numbers: log.head, head: log.head, waiting: 0, prompting: 0 });
  const received = new Set(receiver.at('/crash').map((hit) => JSON.parse(hit.body).aggregate_id));
  expect(acknowledged.filter((id) => !received.has(id))).toEqual([]);
  const positions = await rows(
    'select task_position(t.org_id, t.status, t.slot) as position from tasks t where t.deleted_at is null order by 1',
  );
  expect(positions.map((row) => row.position)).toEqual(positions.map((_, index) => index));
});

it('drops no request, event or delivery when pods are terminated under load', async () => {
  const hook = { url: receiver.url('/steady'), event_types: ['task.post_create'] };
  await on(apis[1]).call('POST', '/webhooks', hook);
  const [leaving, staying] = apis as [Pod, Pod];
  let ready = [leaving, staying];
  const clients = Array.from({ length: 4 }, () => new SteadyClient(token, () => ready));
  const created = () => clients.flatMap((client) => client.created).sort((a, b) => a - b);
  const stream = await openStream(leaving.url, token, '?event_type=task.post_create');
  const work = Promise.all(clients.map((client) => client.work()));
  await eventually(created, ({ length }) => length > 50);

  const ended = [leaving.kill('SIGTERM'), workers[0]?.kill('SIGTERM')];
  const readiness = await eventually(
    () => fetch(`${leaving.opsUrl}/readyz`),
    ({ status }) => status === 503,
  );
  ready = [staying];
  expect(await readiness.json()).toEqual({ status: 'draining' });
  // During the shutdown delay, requests on open and new connections are still served.
  const late = await fetch(`${leaving.url}/api/health`);
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect(await Promise.all(ended)).toEqual([0, 0]);
  await stream.closed;
  expect(stream.comments.at(-1)).toBe(': shutting down');
  const next = await openStream(
    staying.url,
    token,
    `?event_type=task.post_create&last_event_id=${stream.lastEventId}`,
  );

  for (const client of clients) client.stop();
  await work;
  expect(clients.flatMap(({ failures }) => failures)).toEqual([]);
  expect((await rows(`select id from tasks where title = 'Steady' order by id`)).map(({ id }) => id)).toEqual(
    created(),
  );
  const seen = () => [...stream.messages, ...next.messages].map(({ data }) => data.aggregate_id);
  await next.until('all events', () => seen().length >= created().length);
  expect(seen().sort((a, b) => a - b)).toEqual(created());
  const delivered = () => receiver.at('/steady').map((hit) => JSON.parse(hit.body).aggregate_id);
  await eventually(delivered, ({ length }) => length >= created().length);
  expect(delivered().sort((a, b) => a - b)).toEqual(created());
  await next.close();
  expect(await brokenInvariants(cluster)).toEqual([]);
  expect(await Promise.all([staying, ...workers.slice(1)].map((pod) => pod.kill('SIGTERM')))).toEqual([0, 0]);
});
