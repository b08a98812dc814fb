import type { LaneRun } from './job.ts';

/** Longer than Redis ever takes to write a line down. */
const patienceMs = 500;

/** What takes notes: the job of a run. */
interface Notebook {
  log(lines: string): Promise<unknown>;
  updateProgress(progress: Record<string, number>): Promise<unknown>;
}

/**
 * The notes of one run. Its connection waits for a Redis that is away, however long; the run does not, since what it
 * holds in PostgreSQL, it holds for a time: what comes while a note is not answered is not noted.
 */
export function notesOn(job: Notebook): LaneRun<unknown>['note'] {
  let isStuck = false;
  return async (lines, progress) => {
    if (isStuck) return;
    const written = Promise.allSettled([job.log(lines), progress && job.updateProgress(progress)]);
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      isStuck = true;
      resolve();
    }, patienceMs);
    const answered = written.then(() => {
      clearTimeout(timer);
      isStuck = false;
    });
    await Promise.race([answered, tooLate]);
  };
}
