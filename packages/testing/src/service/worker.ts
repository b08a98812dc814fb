import { type RunningWorker, startWorker as start, type WorkerOptions } from '@wfp/worker/start';
import { isShared } from './shared-service.ts';

export type { RunningWorker };

/** Starts a worker in the test process, with a shorter sweep interval. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  if (await isShared(options.config.DATABASE_URL))
    throw new Error('A worker processes all organizations of a database: use startOwnService');
  return start({ sweepEveryMs: 250, ...options });
}
