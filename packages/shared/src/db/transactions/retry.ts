import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { lockTimeoutMs } from '../connections/connection-options.ts';
import { lockTimeoutState, sqlStateOf } from '../database-errors.ts';

const maxAttempts = 10;

/** A random wait of up to this time: writes that collided would otherwise collide again. */
const maxWaitMs = (attempt: number) => Math.min(2 ** attempt, 50);

/** Thrown inside a write if rows changed since they were read: the whole write is retried. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';
}

/** Thrown inside a write that has waited briefly for a lock of its organization. */
export class LockWaitExceeded extends Error {
  override readonly name = 'LockWaitExceeded';

  constructor(cause: unknown) {
    super('Waited for a lock of the organization', { cause });
  }
}

/** Between two waits for a lock, a write waits up to this time without a connection. */
const maxUnconnectedMs = 200;

/**
 * Runs a write, and repeats it after a deadlock, a serialization failure or a {@link WriteConflict}; for the time that
 * any lock is waited for, also after the wait for the lock of a row and after {@link LockWaitExceeded}.
 *
 * @throws AppError `unavailable` after ten attempts; after that time, for a row, the error of the last attempt
 */
export async function withRetry<Result>(run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  for (let attempt = 1; ; ) {
    try {
      return await run();
    } catch (error) {
      const isRowLocked = sqlStateOf(error) === lockTimeoutState;
      if (isRowLocked || error instanceof LockWaitExceeded) {
        if (performance.now() - startedAt >= lockTimeoutMs) throw isRowLocked ? error : busy(error);
        await sleep(Math.random() * maxUnconnectedMs);
      } else {
        if (!isTransient(error)) throw error;
        if (attempt >= maxAttempts) throw busy(error);
        await sleep(Math.random() * maxWaitMs(attempt));
        attempt += 1;
      }
    }
  }
}

/** Wraps the cause, so that an enclosing write does not retry as well. */
function busy(error: unknown): AppError {
  return new AppError('unavailable', 'Too many concurrent changes to the same data; retry shortly', {
    cause: new Error('All attempts of a write failed', { cause: error }),
    headers: { 'Retry-After': '1' },
  });
}

function isTransient(error: unknown): boolean {
  if (error instanceof WriteConflict) return true;
  return sqlStateOf(error) === '40001' || sqlStateOf(error) === '40P01';
}
