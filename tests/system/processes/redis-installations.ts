import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@wfp/testing/free-port.ts';
import { redisProgram } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';

/** Redis servers of one installation, which tests can kill individually. */
export interface RedisInstallation {
  /** The value of `REDIS_URL`. */
  url: string;
  servers: readonly RedisServer[];
  stop(): Promise<void>;
}

interface RedisServer {
  port: number;
  client: Redis;
  kill(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

const password = 'only-for-this-test';
const slots = 16_384;

/** Starts a cluster of masters without replicas: the slots of a killed server are unavailable. */
export async function startRedisCluster(size = 3): Promise<RedisInstallation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-cluster-'));
  const busPorts = await Promise.all(Array.from({ length: size }, freePort));
  const servers = await Promise.all(
    busPorts.map(async (busPort, index) =>
      startServer(folder, [
        ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
        ...['--cluster-config-file', `nodes-${index}.conf`, '--cluster-node-timeout', '2000'],
        ...['--requirepass', password],
      ]),
    ),
  );
  const share = Math.ceil(slots / size);
  await Promise.all(
    servers.map(({ client }, index) =>
      client.call('cluster', 'addslotsrange', index * share, Math.min(slots, (index + 1) * share) - 1),
    ),
  );
  for (const [index, { port }] of servers.entries())
    await servers[0]?.client.call('cluster', 'meet', '127.0.0.1', port, busPorts[index] ?? 0);
  const stateOf = async ({ client }: RedisServer) => {
    const info = String(await client.call('cluster', 'info'));
    return info.match(/^cluster_(?:state|known_nodes):\w+$/gm)?.join(' ');
  };
  const isWhole = (state?: string) => state === `cluster_state:ok cluster_known_nodes:${size}`;
  const untilWhole = async () => {
    await eventually(
      () => Promise.all(servers.map(stateOf)),
      (states) => states.every(isWhole),
    );
  };
  await untilWhole();
  const asCluster = servers.map((one) => ({ ...one, start: () => one.start().then(untilWhole) }));
  return createInstallation(folder, asCluster, servers);
}

/** Starts a master, a replica, and sentinels that promote the replica when the master fails. */
export async function startRedisSentinels(): Promise<RedisInstallation> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-sentinels-'));
  const signIn = ['--requirepass', password, '--masterauth', password];
  const master = await startServer(folder, signIn);
  const replica = await startServer(folder, [...signIn, '--replicaof', `127.0.0.1 ${master.port}`]);
  await eventually(
    async () => /^master_link_status:\w+/m.exec(await replica.client.info('replication'))?.[0],
    (status) => status === 'master_link_status:up',
  );
  const sentinels = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const file = path.join(folder, `sentinel-${index}.conf`);
      await writeFile(
        file,
        [
          `sentinel monitor workforce 127.0.0.1 ${master.port} 2`,
          `sentinel auth-pass workforce ${password}`,
          'sentinel down-after-milliseconds workforce 500',
          'sentinel failover-timeout workforce 2000',
        ].join('\n'),
      );
      return startServer(folder, ['--sentinel'], file);
    }),
  );
  const othersKnownTo = async ({ client }: RedisServer) =>
    /num-other-sentinels,(\d+)/.exec(String(await client.call('sentinel', 'master', 'workforce')))?.[1];
  await eventually(
    () => Promise.all(sentinels.map(othersKnownTo)),
    (counts) => counts.every((count) => count === '2'),
  );
  return createInstallation(folder, [master, replica, ...sentinels], sentinels);
}

function createInstallation(
  folder: string,
  servers: readonly RedisServer[],
  named: readonly RedisServer[],
): RedisInstallation {
  return {
    url: named.map(({ port }) => `redis://:${password}@127.0.0.1:${port}`).join(','),
    servers,
    stop: async () => {
      await Promise.all(servers.map((one) => one.kill()));
      for (const { client } of servers) client.disconnect();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(folder: string, settings: readonly string[], file?: string): Promise<RedisServer> {
  const port = await freePort();
  const volatile = file ? [] : ['--save', '', '--appendonly', 'no'];
  const args = [
    ...(file ? [file] : []),
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
    ...volatile,
    ...settings,
  ];
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(redisProgram ?? '', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    // The client reconnects until the server is ready, then the ping completes.
    client.connect().catch(() => undefined);
    await Promise.race([client.ping(), rejectOnExit(child)]);
  };
  const signIn = settings.includes('--requirepass') ? { password } : {};
  const client = new Redis({
    ...{ port, ...signIn, lazyConnect: true },
    ...{ maxRetriesPerRequest: null, retryStrategy: () => 50 },
  });
  client.on('error', () => undefined);
  await start();
  return {
    port,
    client,
    start,
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      // Otherwise the client would connect to the listener of a test on this port.
      client.disconnect();
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
  };
}

/** Rejects with the output of the server when it exits. */
async function rejectOnExit(server: ChildProcess): Promise<never> {
  let printed = '';
  server.stdout?.on('data', (chunk) => (printed += String(chunk)));
  await once(server, 'close');
  throw new Error(`The server exited:\n${printed}`);
}
