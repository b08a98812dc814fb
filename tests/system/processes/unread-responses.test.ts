import type { Client } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { UnreadConnection } from '@wfp/testing/unread-connection.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from './processes.ts';
import { signUpAt, verifyOrganizations } from './sign-up.ts';

const statuses = ['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled'];
const list = '/tasks?limit=50';
const board = '/tasks/board?per_column=100';
/** Three quarters of the memory limit of a pod in `deploy/kubernetes`. */
const maxRssBytes = 768 * 1024 ** 2;

let cluster: Cluster;
let pod: Pod;
let owner: Client;
let attackers: Client[];
let victim: Client;
beforeAll(async () => {
  cluster = await createCluster({ NODE_OPTIONS: '--max-old-space-size=512', LOG_LEVEL: 'error' });
  pod = await cluster.startApi();
  owner = await signUpAt(pod, 'heavy');
  for (const status of statuses) {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => owner.call('POST', '/tasks', { title: `${n}`, status })),
    );
  }
  attackers = await Promise.all(['one', 'two', 'three', 'four'].map((slug) => signUpAt(pod, slug)));
  for (const by of attackers) {
    await Promise.all(Array.from({ length: 50 }, (_, n) => by.call('POST', '/tasks', { title: `${n}` })));
  }
  // Longer than a request can write, as in rows of an earlier release: a list of 50 has 7.5 MB, and a board would have 90.
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  await client.query(`update tasks set description = repeat('漢', 50000)`);
  await client.end();
  victim = await signUpAt(pod, 'victim');
  const description = 'x'.repeat(1_000);
  for (let n = 0; n < 30; n += 1) await victim.call('POST', '/tasks', { title: `${n}`, description });
  // Unverified organizations together could not have too many bytes.
  const pool = new pg.Pool({ connectionString: cluster.databaseUrl });
  await verifyOrganizations(pool, [owner, ...attackers]);
  await pool.end();
});
afterAll(() => cluster.stop());

async function readRss(): Promise<number> {
  const metrics = parseMetrics(await (await fetch(`${pod.opsUrl}/metrics`)).text());
  return metrics.get('process_resident_memory_bytes') ?? Number.NaN;
}

async function readPath(path: string, by = owner): Promise<{ status: number; text: string }> {
  const response = await fetch(`${pod.url}/api${path}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, text: bytes.toString('utf8', 0, 200) };
}
const readStatus = async (path: string) => (await readPath(path)).status;

it('survives parallel lists and boards of full rows, and clients that do not read them', async () => {
  const paths = [...Array.from({ length: 12 }, () => board), ...Array.from({ length: 4 }, () => list)];
  const read = await Promise.all(paths.map(readStatus));
  for (const status of read) expect([200, 503]).toContain(status);
  const unread = Array.from({ length: 30 }, () => new UnreadConnection(pod.url, owner, [list]));
  await eventually(
    () => readPath(list),
    ({ text }) => text.includes('waiting for clients to read them'),
  );
  expect(await Promise.all(['/users/me', '/health'].map(readStatus))).toEqual([200, 200]);
  const rss = await readRss();
  expect([rss > 0, rss < maxRssBytes]).toEqual([true, true]);
  for (const one of unread) one.close();
  await eventually(
    () => readStatus(list),
    (status) => status === 200,
  );
  expect(pod.log()).not.toMatch(/heap out of memory|heap limit/);
});

async function readUnsentBytes(): Promise<number> {
  const metrics = parseMetrics(await (await fetch(`${pod.opsUrl}/metrics`)).text());
  return metrics.get('wfp_http_unsent_response_bytes') ?? Number.NaN;
}

it('serves another organization while several ones together do not read', async () => {
  const statuses = new Set<number>();
  const unread: UnreadConnection[] = [];
  let max = 0;
  // Five lists of 7.5 MB are more than a user may have, and 20 are more than all may have.
  for (let round = 0; round < 12; round += 1) {
    for (const by of attackers) {
      unread.push(new UnreadConnection(pod.url, by, [list]));
      const { status, text } = await readPath(list, victim);
      statuses.add(status);
      expect(text).toContain('"data":[');
      max = Math.max(max, await readUnsentBytes());
    }
  }
  expect([...statuses]).toEqual([200]);
  expect(max).toBeGreaterThan(100 * 1024 ** 2);
  expect(max).toBeLessThanOrEqual(128 * 1024 ** 2);
  const rss = await readRss();
  expect([rss > 0, rss < maxRssBytes]).toEqual([true, true]);
  for (const one of unread) one.close();
  expect(pod.log()).not.toMatch(/heap out of memory|heap limit/);
});
