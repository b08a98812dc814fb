import { AppError, type Caller } from '@wfp/shared';

type Client = Pick<Caller, 'org_id' | 'is_unverified'>;

/** The CPU time that may be used at once, and each second. */
interface Share {
  burstMs: number;
  msPerSecond: number;
}

/** The CPU time that was used above the share per second. */
interface Used {
  ms: number;
  /** Time of the last change, as of `performance.now()`. */
  at: number;
}

const shares = {
  verified: { burstMs: 4_000, msPerSecond: 500 },
  unverified: { burstMs: 2_000, msPerSecond: 250 },
};
/** Of all unverified organizations together: they are free to create. */
const sharedByUnverified = { burstMs: 2_000, msPerSecond: 250 };
/** An organization that uses less is not rejected because of other unverified ones. */
const smallMs = 20;
/** Above this number of organizations, those that use nothing are forgotten. */
const maxKept = 1_000;

/**
 * Divides the CPU time of the event loop, which serves all organizations, among them. An organization that has used more
 * than its share is rejected until the time has passed, so that others are delayed by it no longer than by its share.
 */
export class WorkShares {
  /** The least recently counted first. */
  readonly #used = new Map<number, Used>();
  readonly #usedByUnverified: Used = { ms: 0, at: 0 };

  /** @throws AppError `rate_limited` */
  rejectBusy({ org_id, is_unverified }: Client): void {
    const share = shares[is_unverified ? 'unverified' : 'verified'];
    const used = this.#usedNow(this.#used.get(org_id), share);
    if (used > share.burstMs) throw tooBusy((used - share.burstMs) / share.msPerSecond);
    if (!is_unverified || used <= smallMs) return;
    const { burstMs, msPerSecond } = sharedByUnverified;
    const excess = this.#usedNow(this.#usedByUnverified, sharedByUnverified) - burstMs;
    if (excess > 0) throw tooBusy(excess / msPerSecond);
  }

  /** Counts CPU time that a request has used. */
  count({ org_id, is_unverified }: Client, ms: number): void {
    const used = this.#used.get(org_id) ?? { ms: 0, at: 0 };
    this.#used.delete(org_id);
    this.#used.set(org_id, used);
    this.#add(used, ms, shares[is_unverified ? 'unverified' : 'verified']);
    if (is_unverified) this.#add(this.#usedByUnverified, ms, sharedByUnverified);
    this.#forgetIdle();
  }

  #add(used: Used, ms: number, share: Share): void {
    used.ms = this.#usedNow(used, share) + ms;
    used.at = performance.now();
  }

  #usedNow(used: Used | undefined, { msPerSecond }: Share): number {
    if (!used) return 0;
    return Math.max(0, used.ms - ((performance.now() - used.at) / 1_000) * msPerSecond);
  }

  #forgetIdle(): void {
    for (const [org_id, used] of this.#used) {
      if (this.#used.size <= maxKept || this.#usedNow(used, shares.unverified) > 0) return;
      this.#used.delete(org_id);
    }
  }
}

function tooBusy(seconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new AppError(
    'rate_limited',
    `Requests of your organization used too much processing time; try again in ${retryAfter} s`,
    { headers: { 'Retry-After': String(retryAfter) } },
  );
}
