/** A clock that tests can replace. It does not affect SQL that uses PostgreSQL's now(), such as that of leases. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
