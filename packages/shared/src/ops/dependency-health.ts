export interface DependencyStatus {
  postgresql: boolean;
  redis: boolean;
}

/** Probes within this time share one check. */
const maxAgeMs = 1_000;
/** Shorter than the timeout of a probe, so that the probe gets a response. */
const timeoutMs = 2_000;

/** Checks whether PostgreSQL and Redis respond. */
export class DependencyHealth {
  readonly #checks: Record<keyof DependencyStatus, () => Promise<unknown>>;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #result: Promise<DependencyStatus> | null = null;

  constructor(check: Record<keyof DependencyStatus, () => Promise<unknown>>) {
    this.#checks = check;
  }

  /** Returns a result that is at most one second old. Never fails. */
  read(): Promise<DependencyStatus> {
    const now = performance.now();
    if (!this.#result || now - this.#checkedAt > maxAgeMs) {
      this.#checkedAt = now;
      this.#result = this.#checkNow();
    }
    return this.#result;
  }

  async #checkNow(): Promise<DependencyStatus> {
    const { postgresql, redis } = this.#checks;
    const [hasPostgresql, hasRedis] = await Promise.all([responds(postgresql), responds(redis)]);
    return { postgresql: hasPostgresql, redis: hasRedis };
  }
}

async function responds(check: () => Promise<unknown>): Promise<boolean> {
  const { promise: timedOut, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, timeoutMs, false);
  const responded = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([responded, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
