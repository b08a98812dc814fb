/** Whether what a process stands on answers. */
export interface DependencyStatus {
  postgresql: boolean;
  redis: boolean;
}

/** Probes that come together share one look. */
const maxAgeMs = 1_000;
/** Shorter than a probe waits, so that it gets an answer rather than none. */
const timeoutMs = 2_000;

/** Asks PostgreSQL and Redis whether they are there. */
export class DependencyHealth {
  readonly #ask: Record<keyof DependencyStatus, () => Promise<unknown>>;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<DependencyStatus> | null = null;

  constructor(ask: Record<keyof DependencyStatus, () => Promise<unknown>>) {
    this.#ask = ask;
  }

  /** At most a second old. Never fails. */
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
