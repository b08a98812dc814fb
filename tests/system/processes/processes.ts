import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase, testRedis } from '@wfp/testing/database.ts';
import { freePort } from '@wfp/testing/free-port.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { newTestLog } from '@wfp/testing/test-logger.ts';
import { compileCache } from '../../../scripts/testing/compile-cache.ts';

/** One of the service's processes, as it runs in production. */
export interface Pod {
  port: number;
  url: string;
  /** Where it answers probes and tells its metrics. */
  opsUrl: string;
  /** What it has logged so far. */
  log(): string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Stands still, with its connections open, as a machine does that is moved or out of memory. */
  freeze(): void;
  thaw(): void;
}

/** A database, a Redis prefix, and processes on them. */
export interface Cluster {
  databaseUrl: string;
  redisUrl: string;
  prefix: string;
  /** On the port that is given, such as that of one that has stopped; on any without. */
  startApi(port?: number): Promise<Pod>;
  /** With the roles that are given, as in `--only`, or with all, and with settings beside those of the cluster. */
  startWorker(only?: string, own?: Record<string, string>): Promise<Pod>;
  stop(): Promise<void>;
}

interface Start {
  port?: number | undefined;
  args?: readonly string[];
  own?: Record<string, string>;
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Waits until a URL answers 200. @throws Error when the process ends, or neither answers nor logs for too long */
async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const look = async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The process ended:\n${log()}`);
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    return { isUp, logged: log().slice(-2_000) };
  };
  await eventually(look, ({ isUp }) => isUp, 90_000);
}

/** Prepares a cluster for a test file, on a new database unless one is given. Call `stop` after the last test. */
export async function createCluster(
  settings: Record<string, string> = {},
  given?: TestDatabase,
): Promise<Cluster> {
  const database = given ?? (await createTestDatabase());
  const redis = testRedis();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wfp-data-'));
  const pods: Pod[] = [];
  const start = async (
    main: string,
    portName: string,
    healthPath: string,
    { port = 0, args = [], own = {} }: Start = {},
  ): Promise<Pod> => {
    port ||= await freePort();
    const opsPort = portName === 'OPS_PORT' ? port : await freePort();
    const child = spawn(process.execPath, [path.join(root, main), ...args], {
      env: {
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '8',
        REDIS_URL: redis.url,
        REDIS_PREFIX: redis.prefix,
        JWT_SECRET: 'a secret that only tests sign their tokens with',
        ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
        LOG_LEVEL: 'trace',
        DATA_DIR: dataDir,
        [portName]: String(port),
        METRICS_PORT: String(opsPort),
        NODE_COMPILE_CACHE: compileCache,
        ...settings,
        ...own,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const kept = createWriteStream(newTestLog(path.basename(path.resolve(main, '../../..'))));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (text += String(chunk)));
      stream.pipe(kept, { end: false });
    }
    child.once('close', () => kept.end());
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const pod: Pod = {
      port,
      url: `http://localhost:${port}`,
      opsUrl: `http://localhost:${opsPort}`,
      log: () => text,
      kill: (signal) => {
        child.kill(signal);
        return ended;
      },
      freeze: () => child.kill('SIGSTOP'),
      thaw: () => child.kill('SIGCONT'),
    };
    pods.push(pod);
    await waitUntilReady(`http://localhost:${port}${healthPath}`, child, pod.log);
    return pod;
  };
  return {
    databaseUrl: database.url,
    redisUrl: redis.url,
    prefix: redis.prefix,
    startApi: (port) => start('apps/api/src/main.ts', 'PORT', '/api/health', { port }),
    startWorker: (only, own = {}) =>
      start('apps/worker/src/main.ts', 'OPS_PORT', '/readyz', {
        args: only === undefined ? [] : ['--only', only],
        own,
      }),
    stop: async () => {
      await Promise.all(pods.map((pod) => pod.kill('SIGKILL')));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
