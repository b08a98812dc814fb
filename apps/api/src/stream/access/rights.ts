import { type CallerVisibility, type KnownCaller, loadCallerVisibility, subjectBytes } from '@wfp/areas';
import { AppError, type Caller, type Logger } from '@wfp/shared';
import { Semaphore, type Turn } from '../semaphore.ts';

/** Repeats steps 1 and 2 of the pipeline. @throws AppError if the credential is no longer valid or permitted */
type Reauthorize = (known: KnownCaller) => Promise<Caller>;

/** An authorized caller of a stream. */
interface StreamAuthorization {
  caller: Caller;
  /** Time just before credential and grants were read, in ms of `performance.now()`. */
  readAt: number;
  reauthorize: Reauthorize;
}

/** A stream whose rights a {@link Rights} object checks. */
export interface RightsHolder {
  end(): void;
}

/** The result of one check of a credential. */
interface ReadRights {
  visibility: CallerVisibility;
  /** The memory of the people and teams that the caller sees. */
  bytes: number;
  turn: Turn;
  /** Time just before credential and grants were read. */
  readAt: number;
}

async function readRights(caller: Caller, readAt: number): Promise<ReadRights> {
  const visibility = await loadCallerVisibility(caller);
  return { visibility, bytes: subjectBytes(visibility), turn: turnOf(caller), readAt };
}

/** Unverified organizations are free to create, so all of them are one part. */
const turnOf = ({ org_id, user_id, is_unverified }: Caller): Turn => [
  is_unverified ? 'unverified' : org_id,
  org_id,
  user_id,
];

/**
 * The memory of the people and teams that the credentials of all streams see, and those of one organization or of all unverified
 * ones. Streams of callers who see few are always opened; they end if their callers see more and there is no room for it.
 */
const [maxBytes, maxBytesPerPart, fewBytes] = [128 * 1024 * 1024, 8 * 1024 * 1024, 4 * 1024];
/** Bounds the database connections that checks take from requests. */
const maxConcurrentChecks = 4;

/** The current visibility of events for one credential, shared by all its streams on this pod. */
export class Rights {
  readonly key: string;
  readonly user_id: number | null;
  readonly #known: KnownCaller;
  readonly #reauthorize: Reauthorize;
  readonly #cache: RightsCache;
  readonly #holders = new Set<RightsHolder>();
  /** Time at which the next periodic check is due, in ms of `performance.now()`. */
  nextCheckAt = 0;
  #isChecking = false;
  /** Requests for a check that reads later than they were made. */
  #waiting: (() => void)[] = [];
  #visibility: CallerVisibility;
  #bytes: number;
  /** The place of reads for this credential in the rotation: that of its organization, and of its user within. */
  #turn: Turn;
  /** Time just before the visibility was read. Streams that open concurrently may complete their reads in any order. */
  #readAt: number;

  constructor(
    key: string,
    known: KnownCaller,
    reauthorize: Reauthorize,
    { visibility, bytes, turn, readAt }: ReadRights,
    cache: RightsCache,
  ) {
    this.key = key;
    this.#bytes = bytes;
    this.#turn = turn;
    this.#reauthorize = reauthorize;
    this.user_id = known.user_id;
    this.#visibility = visibility;
    this.#readAt = readAt;
    this.#known = known;
    this.#cache = cache;
  }

  get visibility(): CallerVisibility {
    return this.#visibility;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get turn(): Turn {
    return this.#turn;
  }

  /** False if the organization has streams of too many credentials that see many people. */
  get hasRoom(): boolean {
    return this.#cache.hasRoomFor(this);
  }

  /** Replaces the visibility unless the current one was read later. Ends all streams if it has grown and does not fit. */
  update(read: ReadRights): void {
    const before = this.#bytes;
    this.#replace(read);
    if (this.#bytes <= before || this.#cache.fits(this)) return;
    const { org_id, user_id } = this.#known;
    this.#cache.log.info({ org_id, user_id }, 'Streams ended: no memory for all people whom the user sees');
    this.#cache.remove(this);
    this.#endAll();
  }

  #replace({ visibility, bytes, turn, readAt }: ReadRights): void {
    if (readAt < this.#readAt) return;
    this.#visibility = visibility;
    this.#bytes = bytes;
    this.#turn = turn;
    this.#readAt = readAt;
  }

  /** Registers a stream and returns the rights to use: the cached ones of the credential, if any. Pair with `release`. */
  acquire(holder: RightsHolder): Rights {
    const rights = this.#cache.add(this);
    const { visibility, bytes, turn } = this;
    rights.#replace({ visibility, bytes, turn, readAt: this.#readAt });
    rights.#holders.add(holder);
    return rights;
  }

  release(holder: RightsHolder): void {
    this.#holders.delete(holder);
    if (this.#holders.size === 0) this.#cache.remove(this);
  }

  /**
   * Re-authorizes the credential and reloads the visibility. Ends all streams if access was revoked. Resolves when both
   * have been read after this call. A check that fails is repeated at the time of the next periodic one.
   */
  recheck(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isChecking) void this.#check();
    });
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    // All streams that receive the same events request the check in the same turn.
    await Promise.resolve();
    // Requests made during a check may follow from a commit after its reads.
    while (this.#waiting.length > 0 && this.#holders.size > 0 && (await this.#read()));
    this.#isChecking = false;
  }

  /** Reads once for all requests made until then. @returns false if the reads failed */
  async #read(): Promise<boolean> {
    let served: (() => void)[] = [];
    try {
      await this.#cache.withPermit(this.#turn, async () => {
        served = this.#waiting;
        this.#waiting = [];
        const readAt = performance.now();
        this.update(await readRights(await this.#reauthorize(this.#known), readAt));
      });
    } catch (error) {
      if (!(error instanceof AppError && error.status < 500)) {
        this.#cache.log.warn({ err: error }, 'Could not check the rights of a stream; retrying');
        this.#waiting.unshift(...served);
        return false;
      }
      this.#endAll();
    }
    for (const resolve of served) resolve();
    return true;
  }

  #endAll(): void {
    for (const holder of [...this.#holders]) holder.end();
  }
}

/** The rights of all streams of a pod. Each is checked again within a heartbeat interval, at scattered times. */
export class RightsCache {
  readonly log: Logger;
  readonly #heartbeatMs: number;
  readonly #rights = new Map<string, Rights>();
  readonly #semaphore = new Semaphore(maxConcurrentChecks);

  constructor(log: Logger, heartbeatMs: number) {
    this.log = log;
    this.#heartbeatMs = heartbeatMs;
  }

  get size(): number {
    return this.#rights.size;
  }

  /** Loads the rights of a caller who was just authorized. They are cached from `Rights.acquire` on. */
  async load({ caller, readAt, reauthorize }: StreamAuthorization): Promise<Rights> {
    const read = await readRights(caller, readAt);
    const key = rightsKey(caller);
    const found = this.#rights.get(key);
    if (found) {
      found.update(read);
      return found;
    }
    const { org_id, user_id, credential, emits, platform } = caller;
    const origin = { ...caller.origin, user_agent: null };
    const known = { org_id, user_id, credential, origin, emits, platform };
    return new Rights(key, known, reauthorize, read, this);
  }

  /** True if rights are cached already, or what their caller sees fits into the memory for it. */
  hasRoomFor(rights: Rights): boolean {
    return this.#rights.get(rights.key) === rights || this.fits(rights);
  }

  /** True if what a caller sees fits into the memory for it, beside what the others see. */
  fits(rights: Rights): boolean {
    if (rights.bytes <= fewBytes) return true;
    const [part] = rights.turn;
    let [all, ofPart] = [rights.bytes, rights.bytes];
    for (const other of this.#rights.values()) {
      if (other.key === rights.key) continue;
      all += other.bytes;
      if (other.turn[0] === part) ofPart += other.bytes;
    }
    return all <= maxBytes && ofPart <= maxBytesPerPart;
  }

  /** Caches rights and returns them, or those already cached for the credential. */
  add(rights: Rights): Rights {
    const cached = this.#rights.get(rights.key);
    if (cached) return cached;
    rights.nextCheckAt = this.#nextCheckAfter(performance.now());
    this.#rights.set(rights.key, rights);
    return rights;
  }

  remove(rights: Rights): void {
    if (this.#rights.get(rights.key) === rights) this.#rights.delete(rights.key);
  }

  /** Starts the checks that are due. */
  tick(): void {
    const now = performance.now();
    for (const rights of this.#rights.values()) {
      if (rights.nextCheckAt > now) continue;
      rights.nextCheckAt = this.#nextCheckAfter(now);
      void rights.recheck();
    }
  }

  withPermit<Result>(turn: Turn, check: () => Promise<Result>): Promise<Result> {
    return this.#semaphore.run(turn, check);
  }

  /** Random within a heartbeat interval, so that streams that opened together are not checked together. */
  #nextCheckAfter(now: number): number {
    return now + this.#heartbeatMs * (0.6 + 0.3 * Math.random());
  }
}

/**
 * Streams with the same key share their rights. The key includes the expiry, since two access tokens of one session
 * count as two credentials, and the address, since an organization may allow only certain networks.
 */
function rightsKey({ org_id, credential, origin }: Caller): string {
  if (!('id' in credential)) return `${org_id} ${credential.kind}`;
  const end = credential.expires_at?.getTime() ?? 'never';
  return `${org_id} ${credential.kind} ${credential.id} ${end} ${origin.ip}`;
}
