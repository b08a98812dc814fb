import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Redis } from 'ioredis';
import { loopbackPort } from './ports.ts';
import { waitUntilGone } from './process-identity.ts';
import { canInstall, findProgram, install } from './programs.ts';

type Log = (line: string) => void;

interface RedisOptions {
  /** A prepared data folder, for `redis/` and `logs/redis.log`. */
  dataDir: string;
  password: string;
  /** Used if it is free. */
  port?: number | undefined;
  /** Without persistence. */
  isVolatile?: boolean;
  log: Log;
}

export interface RunningRedis {
  url: string;
  port: number;
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;
const stopTimeoutMs = 20_000;

/** Starts a local redis-server or valkey-server, installing it if possible. */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  const { dataDir, password, log, isVolatile = false } = options;
  const program = (await findServer()) ?? (await installServer(log));
  const folder = path.join(dataDir, 'redis');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (options.port !== undefined) await stopLeftOver(url(options.port, password), log);
  const port = await loopbackPort(options.port);
  const logFile = path.join(dataDir, 'logs', 'redis.log');
  const configFile = path.join(folder, 'redis.conf');
  // Passed as a file, because arguments would reveal the password to other users of the machine.
  await writeFile(configFile, configuration({ folder, port, password, isVolatile }), { mode: 0o600 });
  const output = await open(logFile, 'a');
  const server = spawn(program, [configFile], { detached: true, stdio: ['ignore', output.fd, output.fd] });
  server.once('error', () => undefined);
  server.unref();
  await output.close();
  await untilReady(url(port, password), server, logFile);
  return { url: url(port, password), port, stop: () => stopServer(server, url(port, password)) };
}

function url(port: number, password: string): string {
  return `redis://:${password}@127.0.0.1:${port}`;
}

interface Configured {
  folder: string;
  port: number;
  password: string;
  isVolatile: boolean;
}

function configuration({ folder, port, password, isVolatile }: Configured): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(folder)}`,
    `appendonly ${isVolatile ? 'no' : 'yes'}`,
    isVolatile ? 'save ""' : 'save 300 100',
    'maxmemory-policy noeviction',
    'daemonize no',
    '',
  ].join('\n');
}

const findServer = () => findProgram(['redis-server', 'valkey-server']);

const howToGetOne = `redis-server or valkey-server is not installed. Install one of them, or set REDIS_URL:
  Debian, Ubuntu   sudo apt-get install redis-server
  Fedora           sudo dnf install valkey
  macOS            brew install redis
  any machine      use an existing Redis or Valkey, for example
                   docker run -d -p 6379:6379 valkey/valkey:8 --appendonly yes --maxmemory-policy noeviction
                   REDIS_URL=redis://localhost:6379 npm start`;

async function installServer(log: Log): Promise<string> {
  if (!(await canInstall())) throw new Error(howToGetOne);
  const failed = await install('redis-server', log);
  const program = await findServer();
  if (failed || !program)
    throw new Error(`${failed || 'apt-get did not install redis-server.'}\n${howToGetOne}`);
  return program;
}

/** Runs commands on a connection without retries and error reports. */
async function withConnection<Result>(
  target: string,
  ask: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis(target, {
    lazyConnect: true,
    retryStrategy: null,
    connectTimeout: 2_000,
    disconnectTimeout: 10,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}

async function untilReady(target: string, server: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await withConnection(target, (redis) => redis.ping());
      return;
    } catch (error) {
      if (server.exitCode === null && server.signalCode === null && server.pid && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        continue;
      }
      const tail = (await readFile(logFile, 'utf8').catch(() => '')).split('\n').slice(-8).join('\n');
      throw new Error(`Redis did not start. Last lines of ${logFile}:\n${tail}`, { cause: error });
    }
  }
}

/** Stops a server of a killed run, if one runs: a server that accepts the password of this data folder. */
async function stopLeftOver(target: string, log: Log): Promise<void> {
  const pid = await withConnection(target, async (redis) => {
    const info = await redis.info('server');
    const found = Number(/process_id:(\d+)/.exec(info)?.[1]);
    log(`stopping Redis (process ${found}) of a killed run`);
    await redis.shutdown('SAVE').catch(() => undefined);
    return found;
  }).catch(() => null);
  if (pid) await waitUntilGone(pid, stopTimeoutMs);
}

/** Saves all data before the server exits. */
async function stopServer(server: ChildProcess, target: string): Promise<void> {
  if (!server.pid || server.exitCode !== null || server.signalCode !== null) return;
  await withConnection(target, (redis) => redis.shutdown('SAVE')).catch(() => server.kill('SIGTERM'));
  if (!(await waitUntilGone(server.pid, stopTimeoutMs))) server.kill('SIGKILL');
}
