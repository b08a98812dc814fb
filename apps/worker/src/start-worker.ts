import { areas } from '@wfp/areas';
import {
  connectRedis,
  type Logger,
  mastersOf,
  Relay,
  type RunningPlatform,
  startPlatform,
} from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { LaneQueues, LaneWorkers, planWork } from '@wfp/shared/queue';
import { createQueueBoard } from './board/board.ts';
import { startOps } from './ops.ts';
import { measureQueues } from './queue-metrics.ts';

export interface WorkerOptions {
  config: Config;
  log: Logger;
  /** The roles it is to have, separated by commas; all of them by default. */
  only?: string | undefined;
  /** Defaults to the configured port; 0 takes any free one. */
  opsPort?: number;
  /** How often to look for lanes that nobody rang; every few seconds by default. */
  sweepEveryMs?: number;
}

/** A worker process: where its operations port is, and how to drain it. */
export interface RunningWorker {
  opsPort: number;
  roles: readonly string[];
  /** Leaves readiness, finishes the relay's batch and the lanes under way, or gives those back, and closes. */
  stop(): Promise<void>;
}

/** Starts what of relay and lanes this worker is for, and its operations port. */
export async function startWorker({
  config,
  log,
  only,
  opsPort = config.OPS_PORT,
  sweepEveryMs,
}: WorkerOptions): Promise<RunningWorker> {
  const all = areas.flatMap((area) => area.jobs ?? []);
  const { hasRelay, lanes, roles } = planWork(all, only);
  const platform = startPlatform({ config, log, areas });
  // Of all lanes: a relay rings those that other workers run.
  const bells = new LaneQueues(platform, all, sweepEveryMs);
  const workers = new LaneWorkers(platform, bells, lanes);
  const projections = areas.flatMap((area) => area.projections ?? []);
  const relay = hasRelay
    ? new Relay(platform, { projections, enqueue: (rings) => bells.enqueue(rings) })
    : null;
  measureQueues(platform.metrics, bells);
  for (const area of areas) area.measure?.(platform);
  const pages = { '/queues': createQueueBoard(platform, bells) };
  const ops = await startOps({ platform, roles, relay, redis: bells, pages, port: opsPort });
  if (lanes.length > 0) void warnAboutEviction(platform);
  relay?.start();
  workers.start();
  return {
    opsPort: ops.port,
    roles,
    stop: async () => {
      ops.drain();
      await Promise.all([relay?.stop(), workers.stop(config.SHUTDOWN_TIMEOUT_SECONDS * 1_000)]);
      await bells.close();
      await ops.stop();
      await platform.close();
    },
  };
}

/** A Redis that evicts keys forgets bells; the sweeper makes up for it, but slowly. */
async function warnAboutEviction(platform: RunningPlatform): Promise<void> {
  const redis = connectRedis(platform.config, platform.log, 'blocking');
  try {
    await redis.ping();
    for (const server of mastersOf(redis)) {
      const [, policy] = (await server.config('GET', 'maxmemory-policy')) as string[];
      if (policy !== undefined && policy !== 'noeviction') {
        platform.log.error({ policy }, 'Redis may evict keys: set maxmemory-policy to noeviction');
      }
    }
  } catch (error) {
    platform.log.warn({ error: (error as Error).message }, 'The eviction policy of Redis could not be read');
  } finally {
    redis.disconnect();
  }
}
