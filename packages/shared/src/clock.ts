/** A clock that tests can replace. Due times in SQL are compared with PostgreSQL's now(). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
