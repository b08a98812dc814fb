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
  /** Comma-separated roles; all by default. */
  only?: string | undefined;
  /** Defaults to the configured port; 0 for a free one. */
  opsPort?: number;
  /** Interval of the sweeper that enqueues lanes with due rows; a few seconds by default. */
  sweepEveryMs?: number;
}

export interface RunningWorker {
  opsPort: number;
  roles: readonly string[];
  /**
   * Reports not ready, finishes the batch of the relay and running lanes (or returns their jobs to the queues), and
   * stops.
   */
  stop(): Promise<void>;
}

/** Starts the roles of this worker and its operations port. */
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
  // Queues of all lanes: the relay also enqueues lanes that other workers run.
  const laneQueues = new LaneQueues(platform, all, sweepEveryMs);
  const workers = new LaneWorkers(platform, laneQueues, lanes);
  const projections = areas.flatMap((area) => area.projections ?? []);
  const relay = hasRelay
    ? new Relay(platform, { projections, enqueue: (wakeUps) => laneQueues.enqueue(wakeUps) })
    : null;
  measureQueues(platform.metrics, laneQueues);
  for (const area of areas) area.measure?.(platform);
  const pages = { '/queues': createQueueBoard(platform, laneQueues) };
  const ops = await startOps({ platform, roles, relay, redis: laneQueues, pages, port: opsPort });
  if (lanes.length > 0) void warnAboutEviction(platform);
  relay?.start();
  workers.start();
  return {
    opsPort: ops.port,
    roles,
    stop: async () => {
      ops.drain();
      await Promise.all([relay?.stop(), workers.stop(config.SHUTDOWN_TIMEOUT_SECONDS * 1_000)]);
      await laneQueues.close();
      await ops.stop();
      await platform.close();
    },
  };
}

/** Evicted keys lose jobs, which the sweeper recovers only after seconds. */
async function warnAboutEviction(platform: RunningPlatform): Promise<void> {
  const redis = connectRedis(platform.config, platform.log, 'blocking');
  try {
    await redis.ping();
    for (const server of mastersOf(redis)) {
      const [, policy] = (await server.config('GET', 'maxmemory-policy')) as string[];
      if (policy !== undefined && policy !== 'noeviction') {
        platform.log.error({ policy }, 'Redis may evict keys; set maxmemory-policy to noeviction');
      }
    }
  } catch (error) {
    platform.log.warn({ error: (error as Error).message }, 'Could not read the eviction policy of Redis');
  } finally {
    redis.disconnect();
  }
}
