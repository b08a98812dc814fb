import { AppError, type Caller } from '@wfp/shared';

type Client = Pick<Caller, 'org_id' | 'user_id' | 'is_unverified'>;

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
/** Limits the time for which those that use more than an equal part are rejected because of the others. */
const maxUsedByUnverified = 4_000;
/** The part of the share of an organization that one of its users may use. */
const partOfUser = 0.5;
/** An unverified organization that uses less is not rejected because of the others. */
const smallMs = 20;
/** An unverified organization without requests for this time is not counted among those that use the shared part. */
const activeMs = 10_000;
/** Above this number of organizations or users, those that use nothing are forgotten. */
const maxKept = 1_000;

/** The use of organizations, or of users. */
class Uses {
  /** The least recently counted first. */
  readonly #used = new Map<number, Used>();

  get size(): number {
    return this.#used.size;
  }

  of(id: number, msPerSecond: number): number {
    return usedNow(this.#used.get(id), msPerSecond);
  }

  add(id: number, ms: number, msPerSecond: number): void {
    const used = this.#used.get(id) ?? { ms: 0, at: 0 };
    this.#used.delete(id);
    this.#used.set(id, used);
    addTo(used, ms, msPerSecond);
  }

  /** Forgets those that `isKept` does not keep, the least recently counted first, up to the first that it keeps. */
  forgetUntil(isKept: (used: Used) => boolean): void {
    for (const [id, used] of this.#used) {
      if (isKept(used)) return;
      this.#used.delete(id);
    }
  }
}

/**
 * Divides the CPU time of the event loop, which serves all organizations, among them. An organization that has used more
 * than its share is rejected until the time has passed, so that others are delayed by it no longer than by its share; so
 * is a user that has used more than a part of it, so that one user cannot stop the others of an organization.
 */
export class WorkShares {
  readonly #organizations = new Uses();
  readonly #users = new Uses();
  readonly #unverified: Used = { ms: 0, at: 0 };
  /** The use of each unverified organization beyond an equal part of what all of them share. */
  readonly #beyondEqualPart = new Uses();

  /** @throws AppError `rate_limited` */
  rejectBusy(client: Client): void {
    const { org_id, user_id, is_unverified } = client;
    const share = shares[is_unverified ? 'unverified' : 'verified'];
    rejectAbove(share, this.#organizations.of(org_id, share.msPerSecond), 'your organization');
    const ofUser = partOf(share, partOfUser);
    if (user_id !== null)
      rejectAbove(ofUser, this.#users.of(user_id, ofUser.msPerSecond), 'your user account');
    if (!is_unverified || this.#beyondEqualPart.of(org_id, this.#equalPart()) <= smallMs) return;
    const used = usedNow(this.#unverified, sharedByUnverified.msPerSecond);
    rejectAbove(sharedByUnverified, used, 'organizations that are not verified');
  }

  /** Counts CPU time that a request has used. */
  count({ org_id, user_id, is_unverified }: Client, ms: number): void {
    const share = shares[is_unverified ? 'unverified' : 'verified'];
    this.#organizations.add(org_id, ms, share.msPerSecond);
    if (user_id !== null) this.#users.add(user_id, ms, share.msPerSecond * partOfUser);
    if (is_unverified) {
      addTo(this.#unverified, ms, sharedByUnverified.msPerSecond);
      this.#unverified.ms = Math.min(this.#unverified.ms, maxUsedByUnverified);
      this.#beyondEqualPart.add(org_id, ms, this.#equalPart());
    }
    this.#forgetIdle();
  }

  /** The part of one organization, of the CPU time per second that the active unverified ones share. */
  #equalPart(): number {
    return sharedByUnverified.msPerSecond / Math.max(1, this.#beyondEqualPart.size);
  }

  #forgetIdle(): void {
    const now = performance.now();
    this.#beyondEqualPart.forgetUntil(({ at }) => now - at < activeMs);
    const slowest = shares.unverified.msPerSecond * partOfUser;
    for (const uses of [this.#organizations, this.#users])
      uses.forgetUntil((used) => uses.size <= maxKept || usedNow(used, slowest) > 0);
  }
}

const partOf = ({ burstMs, msPerSecond }: Share, part: number): Share => ({
  burstMs: burstMs * part,
  msPerSecond: msPerSecond * part,
});

function addTo(used: Used, ms: number, msPerSecond: number): void {
  used.ms = usedNow(used, msPerSecond) + ms;
  used.at = performance.now();
}

function usedNow(used: Used | undefined, msPerSecond: number): number {
  if (!used) return 0;
  return Math.max(0, used.ms - ((performance.now() - used.at) / 1_000) * msPerSecond);
}

function rejectAbove({ burstMs, msPerSecond }: Share, usedMs: number, whose: string): void {
  if (usedMs <= burstMs) return;
  const retryAfter = Math.max(1, Math.ceil((usedMs - burstMs) / msPerSecond));
  throw new AppError(
    'rate_limited',
    `Requests of ${whose} used too much processing time; try again in ${retryAfter} s`,
    { headers: { 'Retry-After': String(retryAfter) } },
  );
}
