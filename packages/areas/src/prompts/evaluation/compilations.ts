import { AppError, type Caller, MemoryCounter } from '@wfp/shared';
import type { JsonObject } from '../prompt.ts';
import { findSchemaError, isCompiled } from './output.ts';

/** Per organization, since a compilation takes up to 0.1 s of the event loop. */
const maxCompilationsPerMinute = 30;
/** Of all unverified organizations together: they are free to create. */
const maxMsOfUnverifiedPerMinute = 3_000;
/** Of all organizations of a process. */
const maxMsPerMinute = 15_000;

type Client = Pick<Caller, 'org_id' | 'is_unverified'>;

/** Counts the compilations of organizations in one-minute windows, in this process. */
export class CompilationLimits {
  /** By organization, of all unverified ones, and of all. */
  readonly #counters = new MemoryCounter();

  /**
   * Runs a compilation and counts its time.
   *
   * @throws AppError `rate_limited` after too many compilations for the organization, or too much time of compilations
   */
  run<Result>(client: Client, compile: () => Result): Result {
    this.#count(client);
    const startedAt = performance.now();
    try {
      return compile();
    } finally {
      const ms = performance.now() - startedAt;
      for (const { key } of timesOf(client)) this.#counters.increment(key, ms);
    }
  }

  #count(client: Client): void {
    for (const { key, maxMs } of timesOf(client)) {
      const { count, msLeft } = this.#counters.increment(key, 0);
      if (count >= maxMs) throw tooMany(msLeft);
    }
    const { count, msLeft } = this.#counters.increment(String(client.org_id));
    if (count > maxCompilationsPerMinute) throw tooMany(msLeft);
  }
}

const limits = new CompilationLimits();

/**
 * Returns why a schema that a caller sent or chose cannot be used for outputs; null if it can. A schema that is compiled
 * already is not counted.
 *
 * @throws AppError `rate_limited` if too much was compiled in this process
 */
export const findSchemaErrorFor = (caller: Caller, schema: JsonObject): string | null =>
  isCompiled(schema) ? findSchemaError(schema) : limits.run(caller, () => findSchemaError(schema));

/** The counters of a client, in ms, with their limits. */
const timesOf = ({ is_unverified }: Client) => [
  ...(is_unverified ? [{ key: 'unverified', maxMs: maxMsOfUnverifiedPerMinute }] : []),
  { key: 'all', maxMs: maxMsPerMinute },
];

function tooMany(msLeft: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  return new AppError('rate_limited', `Too many output schemas; try again in ${retryAfter} s`, {
    headers: { 'Retry-After': String(retryAfter) },
  });
}
