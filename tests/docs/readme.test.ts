import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { testConfig } from '@wfp/api/testing';
import { areas } from '@wfp/areas';
import { createLogger, startPlatform } from '@wfp/shared';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../prisma/seed/demo.ts';
import { type Cluster, createCluster, freePort, type Pod } from '../system/processes.ts';

const root = path.resolve(import.meta.dirname, '../..');
let cluster: Cluster;
let api: Pod;

beforeAll(async () => {
  cluster = await createCluster();
  const config = testConfig(cluster);
  const platform = startPlatform({ config, log: createLogger('seed', 'warn'), areas });
  await seedDemo(platform, () => undefined);
  await platform.close();
  [api] = await Promise.all([cluster.startApi(), cluster.startWorker()]);
}, 60_000);
afterAll(() => cluster?.stop());

/** The tour as a reader pastes it: its blocks, one after the other, with the two addresses of this test. */
async function tour(): Promise<string> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  const script = blocks.join('\n');
  expect(script).toContain('API=http://localhost:3001\nRECEIVER_PORT=4000\n');
  return script
    .replace('API=http://localhost:3001', `API=http://localhost:${api.port}`)
    .replace('RECEIVER_PORT=4000', `RECEIVER_PORT=${await freePort()}`);
}

it('can be taken word for word', async () => {
  const { stdout } = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', await tour()], {
    cwd: root,
    timeout: 60_000,
  });
  const shown = [
    'Demo Company',
    'Order new chairs',
    'receiving on port',
    'done',
    'received task.post_create: Paint the meeting room (signature verified)',
    'received task.post_update: Paint the meeting room (signature verified)',
    'received task.completed: Paint the meeting room (signature verified)',
    'task.completed succeeded 204',
    'task.post_create succeeded 204',
    'You need the permission task:create for this',
    'update by ',
    'create by ',
  ];
  for (const line of shown) expect(stdout).toContain(line);
  const streamed = stdout.split('\n').filter((line) => line.startsWith('data: '));
  const records = streamed.map((line) => JSON.parse(line.slice('data: '.length)));
  const names = records.map((record) => `${record.event_type} ${record.payload?.record_name}`);
  expect(names).toContain('task.post_create Order new chairs');
  expect(names).toContain('task.completed Paint the meeting room');
}, 90_000);
