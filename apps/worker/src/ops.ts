import {
  DependencyHealth,
  type OpsPages,
  type OpsPort,
  type Platform,
  Probes,
  type Readiness,
  type Relay,
  sendJson,
  startOpsPort,
} from '@wfp/shared';
import { RelayLagMonitor } from './relay-lag-monitor.ts';
import { measureRelay } from './relay-metrics.ts';

interface OpsOptions {
  platform: Platform;
  /** The names of the roles of this worker, as accepted by `--only`. */
  roles: readonly string[];
  /** Null if this worker runs no relay. */
  relay: Pick<Relay, 'status'> | null;
  redis: { ping(): Promise<void> };
  pages: OpsPages;
  port: number;
}

interface Ops extends OpsPort {
  /** Reports not ready from now on. */
  drain(): void;
}

/**
 * Starts the operations port of the worker: probes, metrics, the queue dashboard, to which `/` redirects, and `/relay` with the status of the
 * worker's relay and the lag of the installation.
 *
 * A worker is ready if PostgreSQL is available and, with a relay, the lag is acceptable. A worker without a relay also
 * needs Redis.
 */
export async function startOps({ platform, roles, relay, redis, pages, port }: OpsOptions): Promise<Ops> {
  const health = new DependencyHealth({
    postgresql: () => platform.database.ping(),
    redis: () => redis.ping(),
  });
  const monitor = relay && new RelayLagMonitor(platform);
  const readRelay = async () => relay && monitor && { ...relay.status, lag: await monitor.read() };
  if (relay && monitor) measureRelay(platform, relay, monitor);
  const evaluate = async (): Promise<Readiness> => {
    const available = await health.read();
    if (!available.postgresql) return { isReady: false, status: 'no database', roles };
    const now = await readRelay();
    const details = { redis: available.redis ? 'ok' : 'unavailable', roles, ...(now ? { relay: now } : {}) };
    if (now && monitor?.isBehind(now.lag)) return { isReady: false, status: 'relay behind', ...details };
    if (!now && !available.redis) return { isReady: false, status: 'no redis', ...details };
    return { isReady: true, status: available.redis ? 'ok' : 'degraded', ...details };
  };
  const unreachable = { isReady: false, status: 'no database', roles };
  const probes = new Probes(() => evaluate().catch(() => unreachable));
  const relayPage: OpsPages = {
    '/relay': (_req, res) => {
      readRelay().then(
        (now) => sendJson(res, now ? 200 : 404, now ?? { error: 'This worker has no relay' }),
        () => sendJson(res, 503, { status: 'no database' }),
      );
    },
  };
  const opsPort = await startOpsPort({
    platform,
    probes,
    port,
    host: platform.config.HOST,
    home: 'queues',
    pages: { ...pages, ...relayPage },
  });
  return {
    port: opsPort.port,
    drain: () => probes.drain(),
    stop: async () => {
      monitor?.stop();
      await opsPort.stop();
    },
  };
}
