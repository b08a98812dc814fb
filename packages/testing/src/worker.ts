import { type RunningWorker, startWorker as start, type WorkerOptions } from '@wfp/worker/start';

export type { RunningWorker };

/** A worker within the process of a test, which does not wait as long as others for what nobody rings for. */
export function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  return start({ sweepEveryMs: 250, ...options });
}
