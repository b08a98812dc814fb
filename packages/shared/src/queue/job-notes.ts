import type { LaneRun } from './job.ts';

/** Longer than a Redis that responds takes to store a log line. */
const timeoutMs = 500;

interface JobLog {
  log(lines: string): Promise<unknown>;
  updateProgress(progress: Record<string, number>): Promise<unknown>;
}

/**
 * Returns the log function of a job. Its connection waits indefinitely for an unavailable Redis, but the run must not,
 * because its leases expire: while a call is pending, further lines are dropped.
 */
export function jobNotes(job: JobLog): LaneRun<unknown>['note'] {
  let isStuck = false;
  return async (lines, progress) => {
    if (isStuck) return;
    const written = Promise.allSettled([job.log(lines), progress && job.updateProgress(progress)]);
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      isStuck = true;
      resolve();
    }, timeoutMs);
    const completed = written.then(() => {
      clearTimeout(timer);
      isStuck = false;
    });
    await Promise.race([completed, timedOut]);
  };
}
