import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@wfp/testing/free-port.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDataFolder } from '../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../scripts/services/volatile-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

let dataDir: string;
let env: NodeJS.ProcessEnv;
let starter: ChildProcessWithoutNullStreams | undefined;

beforeEach(async () => {
  dataDir = await makeVolatileFolder('workforce-start-');
  const [PORT, OPS_PORT] = await Promise.all([freePort(), freePort()]);
  env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', REDIS_URL: '', DATA_DIR: dataDir };
  Object.assign(env, { PORT: String(PORT), OPS_PORT: String(OPS_PORT) });
});
afterEach(async () => {
  if (starter && starter.exitCode === null && starter.signalCode === null) {
    starter.kill('SIGTERM');
    await once(starter, 'exit');
  }
  await removeDataFolder(dataDir);
});

/** Starts the service as `npm start` does, and collects its output. */
function start(): { printed: () => string; until: (text: string) => Promise<void>; ended: Promise<number> } {
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: root, env });
  starter = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => code as number);
  const until = async (text: string) => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`It exited without printing "${text}":\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { printed: () => output, until, ended };
}

/** Signs in to the queue dashboard. Returns the status of the sign-in and that of the dashboard. */
async function queueStatus(url: string): Promise<number[]> {
  const signIn = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams({ name: 'demo', password: 'demo-password' }),
  });
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  return [signIn.status, (await fetch(url, { headers: { cookie }, redirect: 'manual' })).status];
}

test('starts services, demo, API and worker, and stops them all on SIGTERM', async () => {
  const { printed, until, ended } = start();
  await until('Press Ctrl-C');
  expect(printed()).toContain('organization demo, email admin@demo.test, password demo-password');
  const [, reference = ''] = /API reference +(\S+)/.exec(printed()) ?? [];
  expect((await fetch(reference)).status).toBe(200);
  const [, address = ''] = /Admin +(\S+)/.exec(printed()) ?? [];
  const admin = await fetch(address, { redirect: 'error' });
  expect(admin.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const [, queues = ''] = /Queue dashboard +(\S+) +\(sign in as demo, demo-password\)/.exec(printed()) ?? [];
  expect(await queueStatus(queues)).toEqual([303, 200]);
  const [, paste] = /Sign in from[^\n]*\n\n([\s\S]*?)\n\n/.exec(printed()) ?? [];
  const curl = spawn('sh', ['-c', paste ?? 'false']);
  let answer = '';
  curl.stdout.on('data', (chunk) => (answer += chunk));
  await once(curl, 'close');
  expect(JSON.parse(answer)).toMatchObject({
    user: { email: 'admin@demo.test', org_name: expect.any(String) },
  });

  starter?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(printed()).toContain('start: stopped');
  await expect(fetch(`http://localhost:${env.PORT}/api/health`)).rejects.toThrow();
  await expect(fetch(`http://localhost:${env.OPS_PORT}/readyz`)).rejects.toThrow();
});

test('reports an invalid configuration before anything starts', async () => {
  Object.assign(env, { ENCRYPTION_KEY: 'short', ACCESS_TOKEN_TTL: 'soon' });
  const { printed, ended } = start();
  expect(await ended).toBe(1);
  expect(printed()).toContain('ENCRYPTION_KEY: Must be 32 bytes in hexadecimal');
  expect(printed()).toContain('ACCESS_TOKEN_TTL');
  expect(printed()).not.toMatch(/PostgreSQL|API listening/);
});
