/** Injected by tests. Due times in PostgreSQL use its own now(). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
