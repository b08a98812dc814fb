import type { Client } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { UnreadConnection } from '@wfp/testing/unread-connection.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from './processes.ts';
import { signUpAt } from './sign-up.ts';

const statuses = ['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled'];
const list = '/tasks?limit=100';
const board = '/tasks/board?per_column=100';
/** Three quarters of the memory limit of a pod in `deploy/kubernetes`. */
const maxRssBytes = 768 * 1024 ** 2;

let cluster: Cluster;
let pod: Pod;
let owner: Client;
beforeAll(async () => {
  cluster = await createCluster({ NODE_OPTIONS: '--max-old-space-size=512', LOG_LEVEL: 'error' });
  pod = await cluster.startApi();
  owner = await signUpAt(pod, 'heavy');
  for (const status of statuses) {
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => owner.call('POST', '/tasks', { title: `${n}`, status })),
    );
  }
  // Longer than a request can write, as in rows of an earlier release: a list has 15 MB, and a board would have 90.
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  await client.query(`update tasks set description = repeat('漢', 50000)`);
  await client.end();
}, 120_000);
afterAll(() => cluster.stop());

async function readRss(): Promise<number> {
  const metrics = parseMetrics(await (await fetch(`${pod.opsUrl}/metrics`)).text());
  return metrics.get('process_resident_memory_bytes') ?? Number.NaN;
}

async function readPath(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${pod.url}/api${path}`, {
    headers: { authorization: `Bearer ${owner.token}` },
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
