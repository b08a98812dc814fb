import { setTimeout as pause } from 'node:timers/promises';

/** A database that is away for a moment must not make receivers get everything twice. */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const waitMs of [100, 500, 1_000]) {
    try {
      return await work();
    } catch {
      await pause(waitMs);
    }
  }
  return work();
}
