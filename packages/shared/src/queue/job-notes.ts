import type { LaneRun } from './job.ts';

/** Longer than Redis ever takes to write a line down. */
const timeoutMs = 500;

/** What takes notes: the job of a run. */
interface JobLog {
  log(lines: string): Promise<unknown>;
  updateProgress(progress: Record<string, number>): Promise<unknown>;
}

/**
 * The notes of one run. Its connection waits for a Redis that is away, however long; the run does not, since what it
 * holds in PostgreSQL, it holds for a time: what comes while a note is not answered is not noted.
 */
export function jobNotes(job: JobLog): LaneRun<unknown>['note'] {
  let isStuck = false;
  return async (lines, progress) => {
    if (isStuck) return;
    const written = Promise.allSettled([job.log(lines), progress && job.updateProgress(progress)]);
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      isStuck = true;
      resolve();
    }, timeoutMs);
    const answered = written.then(() => {
      clearTimeout(timer);
      isStuck = false;
    });
    await Promise.race([answered, tooLate]);
  };
}
