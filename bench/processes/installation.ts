import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { loopbackPort } from '../../scripts/services/ports.ts';
import { removeDataFolder } from '../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../scripts/services/volatile-folder.ts';
import { type Services, startServices } from '../../scripts/services.ts';
import { compileCache } from '../../scripts/testing/compile-cache.ts';
import { floorSetup } from '../floor/floor-statements.ts';
import { familyProcessorMs, parentOf } from './processor-time.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** PostgreSQL and Redis for one run; PostgreSQL flushes to disk as in production, except in short runs. */
export interface Ground extends Services {
  folder: string;
  /** Name of the migrated template database of a checkout, by the folder of the checkout. */
  templates: Map<string, Promise<string>>;
  /** CPU time of all PostgreSQL processes. */
  postgresMs(): Promise<number>;
}

/** A server that answers requests: a checkout of the service, the floor, or the peer. */
export interface Installation {
  name: string;
  url: string;
  database: pg.Pool;
  /** Environment of its processes. */
  settings: Record<string, string>;
  api: ServerProcess;
  worker: ServerProcess | null;
  stop(): Promise<void>;
}

const repository = path.resolve(import.meta.dirname, '../..');

export async function startGround({ isSmoke }: { isSmoke: boolean }): Promise<Ground> {
  const prefix = 'workforce-bench-';
  const folder = isSmoke ? await makeVolatileFolder(prefix) : await mkdtemp(path.join(tmpdir(), prefix));
  const services = await startServices({ dataDir: folder, isVolatile: isSmoke });
  const client = new pg.Client({ connectionString: services.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const postmaster = await parentOf(rows[0].pid);
  await client.end();
  return {
    ...services,
    folder,
    templates: new Map(),
    postgresMs: async () => (postmaster === null ? 0 : familyProcessorMs(postmaster)),
    stop: async () => {
      await services.stop();
      await removeDataFolder(folder);
    },
  };
}

interface InstallationOptions {
  /** Folder of a checkout; default: this repository. */
  root?: string;
  settings?: Record<string, string>;
  /** Folder for the CPU profiles, in a subfolder for each process. */
  profileFolder?: string | undefined;
  withWorker?: boolean;
}

/** Starts one API process and one worker process of a checkout on a database of their own. */
export async function startInstallation(
  ground: Ground,
  name: string,
  options: InstallationOptions = {},
): Promise<Installation> {
  const { root = repository, settings = {}, profileFolder, withWorker = true } = options;
  const database = await newDatabase(ground, name, root);
  const [port, opsPort] = [await loopbackPort(undefined), await loopbackPort(undefined)];
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    REDIS_URL: ground.redisUrl,
    REDIS_PREFIX: name,
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    // Webhook receivers listen on loopback, and all load comes from one address.
    WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true',
    RATE_LIMIT_PER_MINUTE: '0',
    LOGIN_RATE_LIMIT_PER_MINUTE: '0',
    // A run may exceed the default lifetime of an access token.
    ACCESS_TOKEN_TTL: '14400',
    // No load balancer has to detect the shutdown.
    SHUTDOWN_DELAY_SECONDS: '0',
    DATA_DIR: path.join(ground.folder, 'data', name),
    PORT: String(port),
    OPS_PORT: String(opsPort),
    ...settings,
  };
  const profiling = (part: string) =>
    profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${path.join(profileFolder, part)}`] : [];
  const url = `http://127.0.0.1:${port}`;
  const start = (part: string, healthUrl: string) =>
    startServer({
      script: path.join(root, `apps/${part}/src/main.ts`),
      nodeOptions: profiling(part),
      env,
      healthUrl,
      logFile: path.join(ground.folder, 'logs', `${name}-${part}.log`),
    });
  const api = await start('api', `${url}/api/health`);
  const worker = withWorker ? await start('worker', `http://127.0.0.1:${opsPort}/readyz`) : null;
  const stop = stopping(database.pool, [worker, api]);
  return { name, url, database: database.pool, settings: env, api, worker, stop };
}

/** Starts the floor on a database of its own, with the tables of the service. */
export async function startFloor(ground: Ground): Promise<Installation> {
  const database = await newDatabase(ground, 'floor', repository);
  await database.pool.query(floorSetup);
  const port = await loopbackPort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const settings = { NODE_ENV: 'production', DATABASE_URL: database.url, PORT: String(port) };
  const api = await startServer({
    script: path.join(import.meta.dirname, '../floor/floor-server.ts'),
    env: settings,
    healthUrl: `${url}/api/health`,
    logFile: path.join(ground.folder, 'logs', 'floor.log'),
  });
  return {
    name: 'floor',
    url,
    database: database.pool,
    settings,
    api,
    worker: null,
    stop: stopping(database.pool, [api]),
  };
}

/** An empty database on the same PostgreSQL, for a server that creates its own tables. */
export async function createEmptyDatabase(
  ground: Ground,
  name: string,
): Promise<{ url: string; pool: pg.Pool }> {
  return connectTo(await createDatabase(ground, name, 'template1'));
}

/** Returns a function that stops processes and closes a pool. */
export function stopping(pool: pg.Pool, processes: readonly (ServerProcess | null)[]): () => Promise<void> {
  return async () => {
    await Promise.all(processes.map((one) => one?.stop()));
    await pool.end();
  };
}

async function newDatabase(
  ground: Ground,
  name: string,
  root: string,
): Promise<{ url: string; pool: pg.Pool }> {
  let template = ground.templates.get(root);
  if (!template) {
    template = migratedDatabase(ground, `template_${ground.templates.size}`, root);
    ground.templates.set(root, template);
  }
  return connectTo(await createDatabase(ground, name, await template));
}

function connectTo(url: string): { url: string; pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // Without a listener, the error would end this process. If the server is gone, the next query fails with a clear error.
  pool.on('error', () => undefined);
  return { url, pool };
}

/** Migrates a database of a checkout in a separate process: another checkout has other migrations. */
async function migratedDatabase(ground: Ground, name: string, root: string): Promise<string> {
  const url = await createDatabase(ground, name, 'template1');
  await mkdir(path.join(ground.folder, 'logs'), { recursive: true });
  await promisify(execFile)(process.execPath, [path.join(root, 'prisma/migrate.ts'), 'deploy'], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, DATABASE_URL: url },
  });
  return name;
}

async function createDatabase(ground: Ground, name: string, template: string): Promise<string> {
  const client = new pg.Client({ connectionString: ground.databaseUrl });
  await client.connect();
  await client.query(`create database "${name}" template "${template}"`).finally(() => client.end());
  const url = new URL(ground.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
