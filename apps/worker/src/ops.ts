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
  /** What this worker does, as in `--only`. */
  roles: readonly string[];
  /** Its relay, where it has one. */
  relay: Pick<Relay, 'status'> | null;
  redis: { ping(): Promise<void> };
  pages: OpsPages;
  port: number;
}

interface Ops extends OpsPort {
  /** Answers "not ready" from now on. */
  drain(): void;
}

/**
 * The worker's own port: probes, metrics, the queue dashboard, and `/relay`, which says what its relay does and how far
 * behind all are.
 *
 * It is ready while it can do what it was started for: all of it needs PostgreSQL; lanes need Redis, and the relay
 * does not, but it has to keep up.
 */
export async function startOps({ platform, roles, relay, redis, pages, port }: OpsOptions): Promise<Ops> {
  const vitals = new DependencyHealth({
    postgresql: () => platform.database.ping(),
    redis: () => redis.ping(),
  });
  const watch = relay && new RelayLagMonitor(platform);
  const relayNow = async () => relay && watch && { ...relay.status, lag: await watch.read() };
  if (relay && watch) measureRelay(platform, relay, watch);
  const judge = async (): Promise<Readiness> => {
    const has = await vitals.read();
    if (!has.postgresql) return { isReady: false, status: 'no database', roles };
    const now = await relayNow();
    const said = { redis: has.redis ? 'ok' : 'away', roles, ...(now ? { relay: now } : {}) };
    if (now && watch?.isBehind(now.lag)) return { isReady: false, status: 'relay behind', ...said };
    if (!now && !has.redis) return { isReady: false, status: 'no redis', ...said };
    return { isReady: true, status: has.redis ? 'ok' : 'degraded', ...said };
  };
  const unreachable = { isReady: false, status: 'no database', roles };
  const probes = new Probes(() => judge().catch(() => unreachable));
  const relayPage: OpsPages = {
    '/relay': (_req, res) => {
      relayNow().then(
        (now) => sendJson(res, now ? 200 : 404, now ?? { error: 'This worker has no relay' }),
        () => sendJson(res, 503, { status: 'no database' }),
      );
    },
  };
  const opsPort = await startOpsPort({ platform, probes, port, pages: { ...pages, ...relayPage } });
  return {
    port: opsPort.port,
    drain: () => probes.drain(),
    stop: async () => {
      watch?.stop();
      await opsPort.stop();
    },
  };
}
