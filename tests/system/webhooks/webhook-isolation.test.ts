import type { Client } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { signUpAt, verifyOrganizations } from '../processes/sign-up.ts';

/** Deliveries to the hanging endpoint: far more than a run of its lane can complete. */
const due = 400;
const healthyPaths = ['/neighbour-1', '/neighbour-2', '/other-1'];

/** Statistics of the receiver that never responds. */
interface HangingStats {
  open: number;
  most: number;
  /** Requests that the sender aborted. */
  ended: number;
}

let cluster: Cluster;
let api: Pod;
let database: pg.Pool;
let end: (() => Promise<void>) | undefined;
const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
beforeAll(async () => {
  cluster = await createCluster({ WEBHOOK_RETRY_SCHEDULE: '0,3600', LOG_LEVEL: 'info' });
  database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 }).on('error', ignoreDropped);
  api = await cluster.startApi();
});
afterEach(() => end?.());
afterAll(async () => {
  await database?.end();
  await cluster?.stop();
  await Promise.all(receivers.map((one) => one.stop()));
});

async function startHangingReceiver() {
  const hanging: HangingStats = { open: 0, most: 0, ended: 0 };
  const receiver = await startReceiver({
    '/hangs': (res) => {
      hanging.open += 1;
      hanging.most = Math.max(hanging.most, hanging.open);
      res.on('close', () => {
        hanging.open -= 1;
        hanging.ended += 1;
      });
    },
  });
  receivers.push(receiver);
  return { hanging, receiver };
}

async function signUp(slug: string): Promise<Client> {
  const owner = await signUpAt(api, slug);
  await verifyOrganizations(database, [owner]);
  await disablePrompts(owner);
  return owner;
}

const register = async (owner: Client, url: string): Promise<number> =>
  (await owner.call('POST', '/webhooks', { url, event_types: ['task.post_create'] })).body.id;

async function createTasks(owner: Client, count: number): Promise<void> {
  let left = count;
  const create = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await owner.call('POST', '/tasks', { title: 'Delivered' });
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
}

/** Counts first attempts of the endpoints by status. */
async function statuses(webhook_ids: readonly number[]): Promise<Record<string, number>> {
  const { rows: counts } = await database.query(
    `select status, count(*)::int as n from webhook_deliveries where webhook_id = any($1) and attempt = 1 group by 1`,
    [webhook_ids],
  );
  return Object.fromEntries(counts.map(({ status, n }) => [status, n]));
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);

/**
 * Creates half of the tasks with only the hanging endpoint registered, then registers the healthy ones and creates the
 * other half. Resolves when all deliveries to the healthy endpoints succeeded.
 */
async function deliverBesideHangingEndpoint(timeoutMs: number, begins: (hanging: HangingStats) => boolean) {
  const { hanging, receiver } = await startHangingReceiver();
  const worker = await cluster.startWorker(undefined, { WEBHOOK_TIMEOUT_MS: String(timeoutMs) });
  const owner = await signUp(`hangs-${timeoutMs}`);
  const other = await signUp(`other-${timeoutMs}`);
  const hangs = await register(owner, receiver.url('/hangs'));
  // Otherwise the worker of the next test would serve this endpoint.
  end = async () => {
    await worker.kill('SIGKILL');
    expect((await owner.call('DELETE', `/webhooks/${hangs}`)).status).toBe(204);
  };
  await createTasks(owner, due / 2);
  await eventually(
    () => statuses([hangs]),
    (counts) => sum(counts) === due / 2,
  );
  await eventually(() => hanging, begins);
  const healthy = await Promise.all(
    healthyPaths.map((path) => register(path.startsWith('/other') ? other : owner, receiver.url(path))),
  );
  await Promise.all([createTasks(owner, due / 2), createTasks(other, due / 2)]);
  const all = (healthyPaths.length * due) / 2;
  const counts = await eventually(
    () => statuses(healthy),
    ({ succeeded }) => succeeded === all,
  );
  return { hanging, receiver, all, counts, hangs: await statuses([hangs]) };
}

const arrived = (at: { path: string }[]) => at.filter((one) => healthyPaths.includes(one.path)).length;

it('completes deliveries to healthy endpoints before the first hanging delivery ends', async () => {
  const {
    all,
    counts,
    hanging,
    hangs,
    receiver: seen,
  } = await deliverBesideHangingEndpoint(60_000, ({ open }) => open > 0);
  expect(counts).toEqual({ succeeded: all });
  expect(arrived(seen.received)).toBe(all);
  expect(hanging).toEqual({ open: hanging.most, most: hanging.open, ended: 0 });
  expect(hanging.most).toBeLessThanOrEqual(10);
  expect(hangs['succeeded'] ?? 0).toBe(0);
  expect(hangs['failed'] ?? 0).toBe(0);
  expect(sum(hangs)).toBe(due);
});

it('completes deliveries to healthy endpoints while hundreds time out one after another', async () => {
  const {
    all,
    counts,
    hanging,
    hangs,
    receiver: seen,
  } = await deliverBesideHangingEndpoint(3_000, ({ ended }) => ended > 2);
  expect(counts).toEqual({ succeeded: all });
  expect(arrived(seen.received)).toBe(all);
  expect(hanging.most).toBeLessThanOrEqual(10);
  // The hanging endpoint is still being tried, and most of its deliveries are pending.
  const before = hanging.ended;
  await eventually(
    () => hanging.ended,
    (ended) => ended > before,
  );
  expect((hangs['pending'] ?? 0) + (hangs['delivering'] ?? 0)).toBeGreaterThan(due * 0.8);
  expect(hangs['succeeded'] ?? 0).toBe(0);
});
