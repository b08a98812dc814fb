import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { sqlStateOf } from '../database-errors.ts';

const maxAttempts = 10;

/** A random wait of up to this time: writes that collided would otherwise collide again. */
const maxWaitMs = (attempt: number) => Math.min(2 ** attempt, 50);

/** Thrown inside a write if rows changed since they were read: the whole write is retried. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/**
 * Runs a write, and repeats it after a deadlock, a serialization failure or a {@link WriteConflict}.
 *
 * @throws AppError `unavailable` after ten attempts
 */
export async function withRetry<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt >= maxAttempts) throw busy(error);
      await sleep(Math.random() * maxWaitMs(attempt));
    }
  }
}

/** Wraps the cause, so that an enclosing write does not retry as well. */
function busy(error: unknown): AppError {
  return new AppError('unavailable', 'Too many concurrent changes to the same data; retry shortly', {
    cause: new Error(`A write failed ${maxAttempts} times`, { cause: error }),
    headers: { 'Retry-After': '1' },
  });
}

function isTransient(error: unknown): boolean {
  if (error instanceof WriteConflict) return true;
  return sqlStateOf(error) === '40001' || sqlStateOf(error) === '40P01';
}
