import { type EventSight, type KnownCaller, loadEventSight } from '@wfp/areas';
import { AppError, type Caller, type Logger } from '@wfp/shared';
import { Turnstile } from '../turnstile.ts';

/** Runs steps 1 and 2 of the pipeline for a credential once more. @throws AppError when it no longer passes */
type Reauthorize = (known: KnownCaller) => Promise<Caller>;

/** Somebody who was let in. */
interface Admitted {
  caller: Caller;
  /** Not after their credential and rights were read, on the clock of `performance.now()`. */
  readAt: number;
  reauthorize: Reauthorize;
}

/** A stream that lives by some rights. */
export interface Holder {
  end(): void;
}

/** Looks at the same time: they must not take the connections from requests. */
const looksAtOnce = 4;

/** What one credential shows at this moment: one for all streams of it on this pod. */
export class Rights {
  readonly key: string;
  readonly user_id: number | null;
  readonly #known: KnownCaller;
  readonly #reauthorize: Reauthorize;
  readonly #book: RightsBook;
  readonly #holders = new Set<Holder>();
  /** When to look again at the latest, on the clock of `performance.now()`. */
  nextLook = 0;
  #looking = false;
  #again = false;
  #sight: EventSight;
  /** Not after the sight was read: streams that open together read it at the same time, and end in any order. */
  #readAt: number;

  constructor(
    key: string,
    known: KnownCaller,
    reauthorize: Reauthorize,
    sight: EventSight,
    readAt: number,
    book: RightsBook,
  ) {
    this.key = key;
    this.#reauthorize = reauthorize;
    this.user_id = known.user_id;
    this.#sight = sight;
    this.#readAt = readAt;
    this.#known = known;
    this.#book = book;
  }

  get sight(): EventSight {
    return this.#sight;
  }

  /** Shows what was read at a time, unless what is shown was read later. */
  show(sight: EventSight, readAt: number): void {
    if (readAt < this.#readAt) return;
    this.#sight = sight;
    this.#readAt = readAt;
  }

  /** Makes these the rights of a stream until it releases them, or those kept already for the same credential. */
  hold(by: Holder): Rights {
    const held = this.#book.keep(this);
    held.show(this.#sight, this.#readAt);
    held.#holders.add(by);
    return held;
  }

  release(by: Holder): void {
    this.#holders.delete(by);
    if (this.#holders.size === 0) this.#book.forget(this);
  }

  /** Looks whether the credential and the right are still there, and what they show now. */
  async look(): Promise<void> {
    // What is under way may have looked before what this call is about was committed.
    this.#again = this.#looking;
    if (this.#looking) return;
    this.#looking = true;
    try {
      await this.#book.inTurn(async () => {
        const readAt = performance.now();
        this.show(await loadEventSight(await this.#reauthorize(this.#known)), readAt);
      });
    } catch (error) {
      if (error instanceof AppError && error.status < 500) this.#endAll();
      else this.#book.log.warn({ err: error }, 'The rights of a stream could not be checked; trying again');
    } finally {
      this.#looking = false;
    }
    if (this.#again && this.#holders.size > 0) await this.look();
  }

  #endAll(): void {
    for (const holder of [...this.#holders]) holder.end();
  }
}

/** The rights behind the streams of a pod. Each is looked at again within a heartbeat, and not all at once. */
export class RightsBook {
  readonly log: Logger;
  readonly #heartbeatMs: number;
  readonly #rights = new Map<string, Rights>();
  readonly #turnstile = new Turnstile(looksAtOnce);

  constructor(log: Logger, heartbeatMs: number) {
    this.log = log;
    this.#heartbeatMs = heartbeatMs;
  }

  get size(): number {
    return this.#rights.size;
  }

  /** The rights of somebody who was let in just now. */
  async of({ caller, readAt, reauthorize }: Admitted): Promise<Rights> {
    const sight = await loadEventSight(caller);
    const key = keyOf(caller);
    const found = this.#rights.get(key);
    if (found) {
      found.show(sight, readAt);
      return found;
    }
    const { org_id, user_id, credential, emits, platform } = caller;
    const origin = { ...caller.origin, user_agent: null };
    const known = { org_id, user_id, credential, origin, emits, platform };
    return new Rights(key, known, reauthorize, sight, readAt, this);
  }

  /** Keeps rights in the book; those that it has already for the same credential win. */
  keep(rights: Rights): Rights {
    const kept = this.#rights.get(rights.key);
    if (kept) return kept;
    rights.nextLook = this.#lookAfter(performance.now());
    this.#rights.set(rights.key, rights);
    return rights;
  }

  forget(rights: Rights): void {
    if (this.#rights.get(rights.key) === rights) this.#rights.delete(rights.key);
  }

  /** Looks at those whose time has come. */
  tick(): void {
    const now = performance.now();
    for (const rights of this.#rights.values()) {
      if (rights.nextLook > now) continue;
      rights.nextLook = this.#lookAfter(now);
      void rights.look();
    }
  }

  /** Lets a few look at a time. */
  inTurn<Result>(look: () => Promise<Result>): Promise<Result> {
    return this.#turnstile.pass(look);
  }

  /** Within a heartbeat; those that began together do not stay together. */
  #lookAfter(now: number): number {
    return now + this.#heartbeatMs * (0.6 + 0.3 * Math.random());
  }
}

/** The end of a session's token is part of it: two tokens of one session are two credentials here. */
function keyOf({ org_id, credential, origin }: Caller): string {
  if (!('id' in credential)) return `${org_id} ${credential.kind}`;
  const end = credential.expires_at?.getTime() ?? 'never';
  return `${org_id} ${credential.kind} ${credential.id} ${end} ${origin.ip}`;
}
