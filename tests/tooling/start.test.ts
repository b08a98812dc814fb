import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '@wfp/testing/free-port.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDataFolder } from '../../scripts/services/postgres.ts';
import { makeTestFolder } from '../../scripts/testing/roomy-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

let dataDir: string;
let env: NodeJS.ProcessEnv;
let starter: ChildProcessWithoutNullStreams | undefined;

beforeEach(async () => {
  dataDir = await makeTestFolder('workforce-start-');
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

/** Starts the service as `npm start` does, and collects what it says. */
function start(): { said: () => string; until: (text: string) => Promise<void>; ended: Promise<number> } {
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: root, env });
  starter = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => code as number);
  const until = async (text: string) => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`It ended without saying "${text}":\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { said: () => output, until, ended };
}

test('one command: services, migrations, demo, API and worker; SIGTERM stops them all', async () => {
  const { said, until, ended } = start();
  await until('First step');
  expect(said()).toContain('admin@demo.test, demo-password');
  const [, paste] = /First step[^\n]*\n\n([\s\S]*?)\n\n/.exec(said()) ?? [];
  const curl = spawn('sh', ['-c', paste ?? 'false']);
  let answer = '';
  curl.stdout.on('data', (chunk) => (answer += chunk));
  await once(curl, 'close');
  expect(JSON.parse(answer)).toMatchObject({
    user: { email: 'admin@demo.test', org_name: expect.any(String) },
  });

  starter?.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said()).toContain('start: stopped');
  await expect(fetch(`http://localhost:${env.PORT}/api/health`)).rejects.toThrow();
  await expect(fetch(`http://localhost:${env.OPS_PORT}/readyz`)).rejects.toThrow();
});

test('a configuration that cannot be used is explained before anything starts', async () => {
  Object.assign(env, { ENCRYPTION_KEY: 'short', ACCESS_TOKEN_TTL: 'soon' });
  const { said, ended } = start();
  expect(await ended).toBe(1);
  expect(said()).toContain('ENCRYPTION_KEY: Must be 32 bytes in hexadecimal');
  expect(said()).toContain('ACCESS_TOKEN_TTL');
  expect(said()).not.toMatch(/PostgreSQL|The API listens/);
});
