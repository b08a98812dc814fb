import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { areas as allAreas } from '@wfp/areas';
import {
  type Area,
  type Clock,
  connectRedis,
  DependencyHealth,
  type Logger,
  type OpsPort,
  type PasswordCost,
  type Platform,
  Probes,
  type RedisConnection,
  startOpsPort,
  startPlatform,
} from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { type AdminFiles, readAdminFiles } from './admin/admin-files.ts';
import { createApp } from './http/app.ts';
import { BodyLimits } from './http/limits/body-limits.ts';
import { createRateLimits } from './http/limits/rate-limits.ts';
import { makeDrainable } from './http/server/drain.ts';
import { createHttpServer, listen } from './http/server/server.ts';
import { UnsentResponses } from './http/server/unsent-responses.ts';
import { Streams, sendRetryLater } from './stream/streams.ts';

interface ApiOptions {
  config: Config;
  log: Logger;
  /** Defaults to the configured port; 0 for a free one. */
  port?: number;
  /** Defaults to the configured port; null for none, 0 for a free one. */
  metricsPort?: number | null;
  clock?: Clock;
  /** Defaults to the production cost. */
  passwordCost?: PasswordCost;
  /** The areas to serve; all by default. */
  areas?: readonly Area[];
}

export interface RunningApi {
  port: number;
  metricsPort: number | null;
  /**
   * Reports not ready, waits for load balancers, stops accepting connections, finishes requests, closes streams, and
   * stops.
   */
  stop(): Promise<void>;
}

/** Starts the API in this process. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { config, log, clock, passwordCost, areas = allAreas } = options;
  const { port = config.PORT, metricsPort = config.METRICS_PORT } = options;
  const admin = config.ADMIN_UI === 'on' ? await findAdminFiles(log) : null;
  const platform = startPlatform({
    config,
    log,
    areas,
    ...(clock && { clock }),
    ...(passwordCost && { passwordCost }),
  });
  const redis = connectRedis(config, log, 'command');
  const streams = new Streams(platform);
  const dependencies = {
    platform,
    limits: createRateLimits(platform, redis),
    stream: streams.serve.bind(streams),
    sendRetryLater,
    unsent: new UnsentResponses(config.RESPONSE_MAX_UNSENT_MIB * 1024 ** 2, platform.metrics),
    bodies: new BodyLimits(),
  };
  const app = createApp(areas, dependencies, admin);
  const server = createHttpServer(app, config.RESPONSE_STALL_SECONDS * 1_000);
  const drain = makeDrainable(server);
  const probes = createProbes(platform, redis, server);
  let ops: OpsPort | null = null;
  try {
    if (metricsPort !== null)
      ops = await startOpsPort({ platform, probes, port: metricsPort, host: config.HOST });
    await listen(server, port, config.HOST);
  } catch (error) {
    await ops?.stop();
    await streams.closeAll();
    redis.disconnect();
    await platform.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    metricsPort: ops?.port ?? null,
    stop: async () => {
      probes.drain();
      let streamsClosed: Promise<void> | null = null;
      await drain({
        delayMs: config.SHUTDOWN_DELAY_SECONDS * 1_000,
        timeoutMs: config.SHUTDOWN_TIMEOUT_SECONDS * 1_000,
        // Streams are closed only now: earlier, their clients could reconnect to this process.
        onClosed: () => {
          streamsClosed = streams.closeAll();
        },
      });
      await streamsClosed;
      await ops?.stop();
      redis.disconnect();
      await platform.close();
    },
  };
}

async function findAdminFiles(log: Logger): Promise<AdminFiles | null> {
  const files = await readAdminFiles();
  if (!files) log.info('The admin application is not built (npm run build-admin); only the API is served');
  return files;
}

/** The API is not ready without PostgreSQL. Without Redis it works, with slower streams and rate limits per process. */
function createProbes(platform: Platform, redis: RedisConnection, server: Server): Probes {
  const dependencies = new DependencyHealth({
    postgresql: () => platform.database.ping(),
    redis: () => redis.ping(),
  });
  return new Probes(async () => {
    const available = await dependencies.read();
    if (!server.listening) return { isReady: false, status: 'starting' };
    if (!available.postgresql) return { isReady: false, status: 'no database' };
    return {
      isReady: true,
      status: available.redis ? 'ok' : 'degraded',
      redis: available.redis ? 'ok' : 'unavailable',
    };
  });
}
