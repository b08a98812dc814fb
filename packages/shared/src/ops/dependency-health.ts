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
  readonly #ask: Record<keyof DependencyStatus, () => Promise<unknown>>;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<DependencyStatus> | null = null;

  constructor(ask: Record<keyof DependencyStatus, () => Promise<unknown>>) {
    this.#ask = ask;
  }

  /** At most one second old. Never fails. */
  read(): Promise<DependencyStatus> {
    const now = performance.now();
    if (!this.#look || now - this.#lookedAt > maxAgeMs) {
      this.#lookedAt = now;
      this.#look = this.#lookNow();
    }
    return this.#look;
  }

  async #lookNow(): Promise<DependencyStatus> {
    const { postgresql, redis } = this.#ask;
    const [hasPostgresql, hasRedis] = await Promise.all([answers(postgresql), answers(redis)]);
    return { postgresql: hasPostgresql, redis: hasRedis };
  }
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, timeoutMs, false);
  const asked = ask().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
