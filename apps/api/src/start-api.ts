import type { AddressInfo } from 'node:net';
import { areas as allAreas } from '@wfp/areas';
import { type Area, type Clock, connectRedis, type Logger, startPlatform } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { createApp } from './http/app.ts';
import { drainOf } from './http/drain.ts';
import { createLimits } from './http/limits.ts';
import { createHttpServer, listen } from './http/server.ts';
import { type MetricsPort, startMetricsPort } from './metrics-port.ts';
import { Streams, sendAway } from './stream/streams.ts';

interface ApiOptions {
  config: Config;
  log: Logger;
  /** Defaults to the configured port; 0 takes any free one. */
  port?: number;
  /** Defaults to the configured one, and without that to none; 0 takes any free one. */
  metricsPort?: number | null;
  clock?: Clock;
  /** What to serve; every area of the product unless a test says otherwise. */
  areas?: readonly Area[];
}

/** An API process: where it listens, and how to drain it. */
export interface RunningApi {
  port: number;
  metricsPort: number | null;
  /** Answers what is under way, sends streams away, and closes. */
  stop(): Promise<void>;
}

/** Starts the API in this process. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { config, log, clock, areas = allAreas } = options;
  const { port = config.PORT, metricsPort = config.METRICS_PORT } = options;
  const platform = startPlatform({ config, log, areas, ...(clock ? { clock } : {}) });
  const redis = connectRedis(config, log, 'command');
  const streams = new Streams(platform);
  const app = createApp(areas, {
    platform,
    limits: createLimits(platform, redis),
    stream: (request) => streams.serve(request),
    sendAway,
  });
  const server = createHttpServer(app);
  const drain = drainOf(server);
  let told: MetricsPort | null = null;
  try {
    if (metricsPort !== null) told = await startMetricsPort(platform, metricsPort);
    await listen(server, port);
  } catch (error) {
    await told?.stop();
    await streams.closeAll();
    redis.disconnect();
    await platform.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    metricsPort: told?.port ?? null,
    stop: async () => {
      // While streams are sent away one after another, no new connection is taken.
      await Promise.all([streams.closeAll(), drain(config.SHUTDOWN_TIMEOUT_SECONDS * 1_000)]);
      await told?.stop();
      redis.disconnect();
      await platform.close();
    },
  };
}
