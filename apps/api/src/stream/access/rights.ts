import { type CallerVisibility, type KnownCaller, loadCallerVisibility } from '@wfp/areas';
import { AppError, type Caller, type Logger } from '@wfp/shared';
import { Semaphore } from '../semaphore.ts';

/** Runs steps 1 and 2 of the pipeline for a credential once more. @throws AppError when it no longer passes */
type Reauthorize = (known: KnownCaller) => Promise<Caller>;

/** Somebody who was let in. */
interface StreamAuthorization {
  caller: Caller;
  /** Not after their credential and rights were read, on the clock of `performance.now()`. */
  readAt: number;
  reauthorize: Reauthorize;
}

/** A stream that lives by some rights. */
export interface RightsHolder {
  end(): void;
}

/** Looks at the same time: they must not take the connections from requests. */
const maxConcurrentChecks = 4;

/** What one credential shows at this moment: one for all streams of it on this pod. */
export class Rights {
  readonly key: string;
  readonly user_id: number | null;
  readonly #known: KnownCaller;
  readonly #reauthorize: Reauthorize;
  readonly #book: RightsCache;
  readonly #holders = new Set<RightsHolder>();
  /** When to look again at the latest, on the clock of `performance.now()`. */
  nextCheckAt = 0;
  #looking = false;
  #again = false;
  #sight: CallerVisibility;
  /** Not after the sight was read: streams that open together read it at the same time, and end in any order. */
  #readAt: number;

  constructor(
    key: string,
    known: KnownCaller,
    reauthorize: Reauthorize,
    sight: CallerVisibility,
    readAt: number,
    book: RightsCache,
  ) {
    this.key = key;
    this.#reauthorize = reauthorize;
    this.user_id = known.user_id;
    this.#sight = sight;
    this.#readAt = readAt;
    this.#known = known;
    this.#book = book;
  }

  get sight(): CallerVisibility {
    return this.#sight;
  }

  /** Shows what was read at a time, unless what is shown was read later. */
  update(sight: CallerVisibility, readAt: number): void {
    if (readAt < this.#readAt) return;
    this.#sight = sight;
    this.#readAt = readAt;
  }

  /** Makes these the rights of a stream until it releases them, or those kept already for the same credential. */
  acquire(by: RightsHolder): Rights {
    const held = this.#book.add(this);
    held.update(this.#sight, this.#readAt);
    held.#holders.add(by);
    return held;
  }

  release(by: RightsHolder): void {
    this.#holders.delete(by);
    if (this.#holders.size === 0) this.#book.remove(this);
  }

  /** Looks whether the credential and the right are still there, and what they show now. */
  async recheck(): Promise<void> {
    // What is under way may have looked before what this call is about was committed.
    this.#again = this.#looking;
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.#book.withPermit(async () => {
        const readAt = performance.now();
        this.update(await loadCallerVisibility(await this.#reauthorize(this.#known)), readAt);
      });
    } catch (error) {
      if (error instanceof AppError && error.status < 500) this.#endAll();
      else this.#book.log.warn({ err: error }, 'The rights of a stream could not be checked; trying again');
    } finally {
      this.#looking = false;
    }
    if (this.#again && this.#holders.size > 0) await this.recheck();
  }

  #endAll(): void {
    for (const holder of [...this.#holders]) holder.end();
  }
}

/** The rights behind the streams of a pod. Each is looked at again within a heartbeat, and not all at once. */
export class RightsCache {
  readonly log: Logger;
  readonly #heartbeatMs: number;
  readonly #rights = new Map<string, Rights>();
  readonly #turnstile = new Semaphore(maxConcurrentChecks);

  constructor(log: Logger, heartbeatMs: number) {
    this.log = log;
    this.#heartbeatMs = heartbeatMs;
  }

  get size(): number {
    return this.#rights.size;
  }

  /** The rights of somebody who was let in just now. */
  async load({ caller, readAt, reauthorize }: StreamAuthorization): Promise<Rights> {
    const sight = await loadCallerVisibility(caller);
    const key = rightsKey(caller);
    const found = this.#rights.get(key);
    if (found) {
      found.update(sight, readAt);
      return found;
    }
    const { org_id, user_id, credential, emits, platform } = caller;
    const origin = { ...caller.origin, user_agent: null };
    const known = { org_id, user_id, credential, origin, emits, platform };
    return new Rights(key, known, reauthorize, sight, readAt, this);
  }

  /** Keeps rights in the book; those that it has already for the same credential win. */
  add(rights: Rights): Rights {
    const kept = this.#rights.get(rights.key);
    if (kept) return kept;
    rights.nextCheckAt = this.#lookAfter(performance.now());
    this.#rights.set(rights.key, rights);
    return rights;
  }

  remove(rights: Rights): void {
    if (this.#rights.get(rights.key) === rights) this.#rights.delete(rights.key);
  }

  /** Looks at those whose time has come. */
  tick(): void {
    const now = performance.now();
    for (const rights of this.#rights.values()) {
      if (rights.nextCheckAt > now) continue;
      rights.nextCheckAt = this.#lookAfter(now);
      void rights.recheck();
    }
  }

  /** Lets a few look at a time. */
  withPermit<Result>(look: () => Promise<Result>): Promise<Result> {
    return this.#turnstile.run(look);
  }

  /** Within a heartbeat; those that began together do not stay together. */
  #lookAfter(now: number): number {
    return now + this.#heartbeatMs * (0.6 + 0.3 * Math.random());
  }
}

/** The end of a session's token is part of it: two tokens of one session are two credentials here. */
function rightsKey({ org_id, credential, origin }: Caller): string {
  if (!('id' in credential)) return `${org_id} ${credential.kind}`;
  const end = credential.expires_at?.getTime() ?? 'never';
  return `${org_id} ${credential.kind} ${credential.id} ${end} ${origin.ip}`;
}
