import type { LaneRun } from './job.ts';

/** Number of log lines that BullMQ keeps of a run, the last ones. Earlier lines of a longer note are not sent. */
export const maxJobLogLines = 10;
const maxLineLength = 200;

/** Longer than a Redis that responds takes to store a log line. */
const timeoutMs = 500;

interface JobLog {
  log(lines: string): Promise<unknown>;
  updateProgress(progress: Record<string, number>): Promise<unknown>;
}

/**
 * Returns the log function of a job. The job's connection waits indefinitely for an unavailable Redis, but a run must
 * not, because its leases expire. A call therefore waits for at most 500 ms; until Redis responds, further lines are
 * dropped. Requires the job option `keepLogs`.
 */
export function jobNotes(job: JobLog): LaneRun<unknown>['note'] {
  let isStuck = false;
  return async (lines, progress) => {
    if (isStuck) return;
    const kept = lines.split('\n').slice(-maxJobLogLines);
    const written = Promise.allSettled([
      ...kept.map((line) => job.log(shorten(line))),
      progress && job.updateProgress(progress),
    ]);
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    let isWritten = false;
    const giveUp = () => {
      isStuck = !isWritten;
      resolve();
    };
    // After a pause of this process, the responses that arrived in it are read first.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    const completed = written.then(() => {
      clearTimeout(timer);
      isWritten = true;
      isStuck = false;
    });
    await Promise.race([completed, timedOut]);
  };
}

const shorten = (line: string) =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength - 1)}…` : line;
