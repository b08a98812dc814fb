import { areas } from '@wfp/areas';
import { connectRedis, type Logger, Relay, type RunningPlatform, startPlatform } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { Bells, LaneWorkers } from '@wfp/shared/queue';
import { startOps } from './ops.ts';

interface WorkerOptions {
  config: Config;
  log: Logger;
  /** Defaults to the configured port; 0 takes any free one. */
  opsPort?: number;
}

/** A worker process: where its operations port is, and how to drain it. */
export interface RunningWorker {
  opsPort: number;
  /** Finishes the relay's batch and the lanes under way, and closes. */
  stop(): Promise<void>;
}

/** Starts relay, lanes and operations port in this process. */
export async function startWorker({
  config,
  log,
  opsPort = config.OPS_PORT,
}: WorkerOptions): Promise<RunningWorker> {
  const platform = startPlatform({ config, log, areas });
  const lanes = areas.flatMap((area) => area.jobs ?? []);
  const bells = new Bells(platform, lanes);
  const workers = new LaneWorkers(platform, bells, lanes);
  const relay = new Relay(platform, {
    projections: areas.flatMap((area) => area.projections ?? []),
    ring: (rings) => bells.ring(rings),
  });
  const ops = await startOps(platform, relay, opsPort);
  void warnOfEviction(platform);
  relay.start();
  workers.start();
  return {
    opsPort: ops.port,
    stop: async () => {
      ops.drain();
      await Promise.all([relay.stop(), workers.stop()]);
      await bells.close();
      await ops.stop();
      await platform.close();
    },
  };
}

/** A Redis that evicts keys forgets bells; the sweeper makes up for it, but slowly. */
async function warnOfEviction(platform: RunningPlatform): Promise<void> {
  const redis = connectRedis(platform.config, platform.log, 'blocking');
  try {
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    if (policy !== undefined && policy !== 'noeviction') {
      platform.log.error({ policy }, 'Redis may evict keys: set maxmemory-policy to noeviction');
    }
  } catch (error) {
    platform.log.warn({ error: (error as Error).message }, 'The eviction policy of Redis could not be read');
  } finally {
    redis.disconnect();
  }
}
