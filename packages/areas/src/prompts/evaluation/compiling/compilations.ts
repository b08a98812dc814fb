import {
  AppError,
  type Caller,
  findUnverified,
  MemoryCounter,
  OrganizationTurns,
  type Platform,
} from '@wfp/shared';
import { type JsonObject, ProviderFailure } from '../../prompt.ts';
import { findSchemaError } from '../output.ts';
import { isCompiled } from './validators.ts';

/** Per organization, since a compilation takes up to 0.1 s of the event loop. */
const maxCompilationsPerMinute = 30;
/** Of all unverified organizations together: they are free to create. */
const maxMsOfUnverifiedPerMinute = 3_000;
/** Of all organizations of a process. */
const maxMsPerMinute = 15_000;
/** The part of these times that one organization may use. */
const organizationShare = 1 / 3;

/** The key of the turns that all organizations share. */
const allOrganizations = 0;

type Client = Pick<Caller, 'org_id' | 'is_unverified'>;

interface Compilation {
  /** If it is aborted before the turn begins, nothing is compiled. */
  signal?: AbortSignal | undefined;
  /** True if the schema was compiled while the compilation waited for its turn. */
  isCached?(): boolean;
}

/** Is rejected with 429 in a request that saves or previews a schema. */
class TooManyCompilations extends AppError {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    super('rate_limited', `Too many output schemas; try again in ${seconds} s`, {
      headers: { 'Retry-After': String(seconds) },
    });
    this.retryAfterMs = retryAfterMs;
  }
}

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
      if (count >= maxMs) throw new TooManyCompilations(msLeft);
    }
    const { count, msLeft } = this.#counters.increment(String(client.org_id));
    if (count > maxCompilationsPerMinute) throw new TooManyCompilations(msLeft);
  }
}

/**
 * Runs the compilations of a process one at a time, within the limits. After each one, other requests are served for as
 * long as it took. Organizations take turns.
 */
export class CompilationTurns {
  readonly #limits = new CompilationLimits();
  readonly #turnsOfEach = new OrganizationTurns({ pauseFactor: 0 });
  readonly #turns = new OrganizationTurns({ pauseFactor: 1 });

  /**
   * @throws AppError `rate_limited` as {@link CompilationLimits}; the reason of the signal, if it is aborted before the
   * turn
   */
  run<Result>(
    client: Client,
    compile: () => Result,
    { signal, isCached }: Compilation = {},
  ): Promise<Result> {
    const turn = signal && { signal };
    const compileInTurn = () => (isCached?.() ? compile() : this.#limits.run(client, compile));
    const waitForAll = () => this.#turns.run(allOrganizations, compileInTurn, turn);
    return this.#turnsOfEach.run(client.org_id, waitForAll, turn);
  }
}

/** Ids of organizations are unique in a database; tests use several in a process. */
const turnsByDatabase = new Map<string, CompilationTurns>();

function turnsFor({ config: { DATABASE_URL: url } }: Platform): CompilationTurns {
  const turns = turnsByDatabase.get(url) ?? new CompilationTurns();
  turnsByDatabase.set(url, turns);
  return turns;
}

/**
 * Returns why a schema cannot be used for outputs; null if it can. Waits for a turn if the schema is not compiled already,
 * and counts only then.
 *
 * @throws AppError `rate_limited` if too much was compiled in this process; the reason of the signal
 */
export const findSchemaErrorFor = async (
  caller: Client & Pick<Caller, 'platform'>,
  schema: JsonObject,
  signal?: AbortSignal,
): Promise<string | null> => {
  const compile = () => findSchemaError(schema, caller.org_id);
  if (isCompiled(schema)) return compile();
  return turnsFor(caller.platform).run(caller, compile, { signal, isCached: () => isCompiled(schema) });
};

/**
 * Compiles the schema of a template that is about to run.
 *
 * @throws ProviderFailure `transient` if too much was compiled or the signal is aborted, `permanent` if the schema cannot
 * be used
 */
export async function compileForRun(caller: Caller, schema: JsonObject, signal: AbortSignal): Promise<void> {
  const client = isCompiled(schema) ? caller : await clientOf(caller);
  const error = await findSchemaErrorFor(client, schema, signal).catch((error) => {
    if (error instanceof TooManyCompilations)
      throw new ProviderFailure('transient', error.message, { retryAfterMs: error.retryAfterMs });
    if (signal.aborted) throw new ProviderFailure('transient', 'The output schema was not compiled in time');
    throw error;
  });
  if (error) throw new ProviderFailure('permanent', `Invalid output schema: ${error}`);
}

/** The system acts for verified and unverified organizations. */
async function clientOf(caller: Caller): Promise<Client & Pick<Caller, 'platform'>> {
  const { platform, org_id, credential } = caller;
  if (credential.kind !== 'system') return caller;
  return { platform, org_id, is_unverified: (await findUnverified(platform, [org_id])).has(org_id) };
}

/** The counters of a client, in ms, with their limits. */
function timesOf({ org_id, is_unverified }: Client) {
  const maxMs = is_unverified ? maxMsOfUnverifiedPerMinute : maxMsPerMinute;
  return [
    { key: `time of ${org_id}`, maxMs: maxMs * organizationShare },
    ...(is_unverified ? [{ key: 'unverified', maxMs }] : []),
    { key: 'all', maxMs: maxMsPerMinute },
  ];
}
