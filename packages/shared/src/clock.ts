/** Where the time comes from; tests put their own in. Due times in PostgreSQL come from its own now(). */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
