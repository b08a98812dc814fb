import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { areas } from '@wfp/areas';
import { AppError, type Clock, connectRedis, type Logger, startPlatform } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { createApp } from './http/app.ts';
import { createLimits } from './http/limits.ts';
import { createHttpServer, listen } from './http/server.ts';

interface ApiOptions {
  config: Config;
  log: Logger;
  /** Defaults to the configured port; 0 takes any free one. */
  port?: number;
  clock?: Clock;
}

/** An API process: where it listens, and how to drain it. */
export interface RunningApi {
  port: number;
  /** Answers what is under way, sends streams away, and closes. */
  stop(): Promise<void>;
}

/** Starts the API in this process. */
export async function startApi({ config, log, port = config.PORT, clock }: ApiOptions): Promise<RunningApi> {
  const platform = startPlatform({ config, log, areas, ...(clock ? { clock } : {}) });
  const redis = connectRedis(config, log, 'command');
  const stream = async () => {
    throw new AppError('unavailable', 'Streams are not served by this process');
  };
  const app = createApp(areas, { platform, limits: createLimits(platform, redis), stream });
  const server = createHttpServer(app);
  try {
    await listen(server, port);
  } catch (error) {
    redis.disconnect();
    await platform.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      await closeServer(server, config.SHUTDOWN_TIMEOUT_SECONDS * 1_000);
      redis.disconnect();
      await platform.close();
    },
  };
}

/** Takes no new connection, lets requests finish, and cuts what is left after the timeout. */
async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearTimeout(cut);
}
