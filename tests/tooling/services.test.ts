import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDataFolder } from '../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../scripts/services/volatile-folder.ts';
import { type Services, startServices } from '../../scripts/services.ts';
import { requireFreePorts } from '../../scripts/start/needed-ports.ts';
import { portOwner } from '../../scripts/start/port-owner.ts';

let dataDir: string;
const running: Services[] = [];

beforeEach(async () => {
  dataDir = await makeVolatileFolder('workforce-services-');
});
afterEach(async () => {
  for (const services of running.splice(0)) await services.stop();
  await removeDataFolder(dataDir);
});

async function start(): Promise<Services> {
  const services = await startServices({ dataDir });
  running.push(services);
  return services;
}

async function query(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function withRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

test('a second start finds the data of the first', async () => {
  const first = await start();
  await query(first.databaseUrl, "create table kept as select 'in PostgreSQL' as place");
  await withRedis(first.redisUrl, (redis) => redis.set('kept', 'in Redis'));
  await first.stop();
  const second = await start();
  expect(second).toMatchObject({ databaseUrl: first.databaseUrl, redisUrl: first.redisUrl });
  expect(await query(second.databaseUrl, 'select place from kept')).toEqual([{ place: 'in PostgreSQL' }]);
  expect(await withRedis(second.redisUrl, (redis) => redis.get('kept'))).toBe('in Redis');
  expect(await withRedis(second.redisUrl, (redis) => redis.config('GET', 'maxmemory-policy'))).toContain(
    'noeviction',
  );
});

test('rejects a second start on the same folder, and names the process of the first', async () => {
  await start();
  await expect(startServices({ dataDir })).rejects.toThrow(`is in use by process ${process.pid}`);
});

test('stops the servers of a killed run without losing committed data', async () => {
  const module = path.resolve(import.meta.dirname, '../../scripts/services.ts');
  const script = `const { startServices } = await import(${JSON.stringify(module)});
    const { databaseUrl } = await startServices({ dataDir: ${JSON.stringify(dataDir)} });
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query("create table kept as select 1 as one");
    process.kill(process.pid, 'SIGKILL');`;
  const killed = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const [, signal] = await once(killed, 'exit');
  expect(signal).toBe('SIGKILL');
  const { databaseUrl } = await start();
  expect(await query(databaseUrl, 'select one from kept')).toEqual([{ one: 1 }]);
});

test('only the owner can read the passwords', async () => {
  await start();
  const record = JSON.parse(await readFile(path.join(dataDir, 'services.json'), 'utf8'));
  const { databaseUrl } = running[0] as Services;
  const wrong = databaseUrl.replace(record.password, 'guessed');
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
});

test('reports a port in use with its process before anything starts', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    // A program that listens on all addresses also has that of this machine alone.
    await expect(
      requireFreePorts(
        '127.0.0.1',
        [{ variable: 'PORT', port, purpose: 'the API' }],
        async () => false,
        () => undefined,
      ),
    ).rejects.toThrow(`Port ${port}`);
    expect(await portOwner(port)).toMatchObject({ pid: process.pid });
    const needed = [{ variable: 'PORT', port, purpose: 'the API' }];
    const refused = requireFreePorts(
      null,
      needed,
      async () => false,
      () => undefined,
    );
    await expect(refused).rejects.toThrow(
      `Port ${port}, required by the API, is in use by process ${process.pid} (`,
    );
    await expect(refused).rejects.toThrow(`PORT=${port + 10 <= 65_535 ? port + 10 : port - 10} npm start`);
  } finally {
    server.close();
  }
});
