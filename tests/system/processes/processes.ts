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

/** A process of the service, started as in production. */
export interface Pod {
  port: number;
  url: string;
  /** Base URL of probes and metrics. */
  opsUrl: string;
  log(): string;
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Suspends the process (SIGSTOP) with its connections open. */
  freeze(): void;
  thaw(): void;
}

/** A database, a Redis prefix, and the processes that use them. */
export interface Cluster {
  databaseUrl: string;
  redisUrl: string;
  prefix: string;
  /** @param port a free one by default; pass the port of a stopped process to replace it */
  startApi(port?: number): Promise<Pod>;
  /** @param only roles as in `--only`; all by default @param own settings in addition to those of the cluster */
  startWorker(only?: string, own?: Record<string, string>): Promise<Pod>;
  stop(): Promise<void>;
}

interface Start {
  port?: number | undefined;
  args?: readonly string[];
  own?: Record<string, string>;
}

const root = path.resolve(import.meta.dirname, '../../..');

/** Waits until a URL answers 200. @throws Error if the process exits, or neither responds nor logs for 90 s */
async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const probe = async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The process exited:\n${log()}`);
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    return { isUp, logged: log().slice(-2_000) };
  };
  await eventually(probe, ({ isUp }) => isUp, 90_000);
}

/** Creates a cluster, with a new database by default. Call `stop` after the last test. */
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
        DATABASE_CONNECT_TIMEOUT_SECONDS: '15',
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
    const logFile = createWriteStream(newTestLog(path.basename(path.resolve(main, '../../..'))));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => (text += String(chunk)));
      stream.pipe(logFile, { end: false });
    }
    child.once('close', () => logFile.end());
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
