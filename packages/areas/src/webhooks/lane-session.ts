import { setTimeout as pause } from 'node:timers/promises';
import type { LaneRun } from '@wfp/shared';
import { type EndedAttempt, followTraces, lineOf, type Sender, sendAttempt, senderOf } from './attempt.ts';
import { changeOfHealth, tellOfHealth } from './endpoint-health.ts';
import { bodiesOf } from './event-bodies.ts';
import type { InFlight } from './in-flight.ts';
import {
  giveBack,
  type Hold,
  holdLane,
  type LeasedDelivery,
  leaseDue,
  markHealth,
  recordResults,
  type Target,
} from './lane.store.ts';
import type { LanePayload } from './lane-key.ts';

const mostInFlight = 10;
/** How many are leased at once: more and more while they are sent quickly. */
const leases = { first: 10, most: 200 };
/** What was leased is begun within this time or given back: the lease covers it and a whole timeout. */
const beginWithinMs = 2_500;
const quickMs = 500;
const recordedAtOnce = 200;
const recordEveryMs = 100;
const lookAgainMs = 250;
/** A run then makes way for the next, sooner when others wait for places. It also bounds the log of its job. */
const longestRun = { ms: 5_000, deliveries: 1_000, whileWantedMs: 250 };
const holdAgainAfterMs = 1_000;

/** How long a lease covers an attempt: to begin it, to send it, to record what came of it. */
export const leaseSeconds = (timeoutMs: number) => (beginWithinMs * 2 + timeoutMs) / 1_000;

/** A hold that was taken, on the process's own clock: before a place was free, which may have been long ago. */
export interface Held extends Hold {
  since: number;
}

/**
 * A RUN OF A LANE: leases what is due, sends some of it at a time, and records results in batches while the others are
 * under way. Whoever makes it holds the lane and one place among the requests of the worker.
 */
export class LaneSession {
  readonly #call: LaneRun<LanePayload>;
  readonly #hold: Hold;
  readonly #places: InFlight;
  readonly #begun = performance.now();
  #target: Target;
  #sender: Sender;
  #heldAt: number;
  #held = 1;
  #queue: LeasedDelivery[] = [];
  #bodies: ReadonlyMap<number, string> = new Map();
  #unbegun: LeasedDelivery[] = [];
  #ended: EndedAttempt[] = [];
  #leasedAt = performance.now();
  #leaseSize = leases.first;
  #inFlight = 0;
  #isExhausted = false;
  #mustSettle = false;
  #wake: () => void = () => undefined;
  #timer: NodeJS.Timeout | null = null;
  readonly #counts = { succeeded: 0, failed: 0, cancelled: 0 };

  constructor(call: LaneRun<LanePayload>, { since, ...hold }: Held, target: Target, places: InFlight) {
    this.#call = call;
    this.#hold = hold;
    this.#heldAt = since;
    this.#places = places;
    this.#target = target;
    this.#sender = senderOf(call.platform, hold, target);
  }

  /** The endpoint as it was seen last. */
  get target(): Target {
    return this.#target;
  }

  /** Places that the run has by now, for whoever gives them back. */
  get held(): number {
    return this.#held;
  }

  async serve(): Promise<void> {
    try {
      for (;;) {
        if (this.#isTimeToRecord()) await this.#record();
        await this.#giveBack();
        if (this.#wantsMore()) await this.#lease();
        this.#begin();
        if (this.#inFlight > 0) await this.#nextEnd();
        else if (this.#ended.length === 0 && !this.#wantsMore()) break;
      }
    } finally {
      this.#unbegun.push(...this.#queue.splice(0));
      while (this.#inFlight > 0) await this.#nextEnd();
      await this.#record();
      await this.#giveBack();
    }
  }

  get #isOver(): boolean {
    return this.#call.signal.aborted || !this.#target.is_active || this.#target.held_by_other_until !== null;
  }

  get #atOnce(): number {
    return this.#target.ordered || this.#target.single_until_success ? 1 : mostInFlight;
  }

  #wantsMore(): boolean {
    if (this.#isExhausted || this.#isOver || this.#mustSettle) return false;
    if (this.#queue.length > 0 || this.#inFlight >= this.#atOnce) return false;
    const ranMs = performance.now() - this.#begun;
    const { succeeded, failed } = this.#counts;
    if (ranMs > longestRun.ms || succeeded + failed > longestRun.deliveries) return false;
    return ranMs < longestRun.whileWantedMs || !this.#places.isWanted(this.#hold.org_id);
  }

  async #lease(): Promise<void> {
    const { platform } = this.#call;
    if (performance.now() - this.#heldAt > holdAgainAfterMs) await this.#holdAgain();
    if (this.#isOver) return;
    const now = performance.now();
    this.#leaseSize = sizeOfNext(this.#leaseSize, now - this.#leasedAt);
    this.#leasedAt = now;
    const most = this.#target.single_until_success ? 1 : this.#leaseSize;
    const leased = await leaseDue(platform, this.#hold, this.#target, most);
    this.#bodies = await bodiesOf(platform)
      .of(this.#hold.org_id, leased)
      .catch((error: unknown) => {
        this.#unbegun.push(...leased);
        throw error;
      });
    await followTraces(this.#sender, leased);
    this.#queue = leased;
    // Where the order is kept, what holds the rest comes alone.
    this.#isExhausted = this.#target.ordered ? leased.length === 0 : leased.length < most;
    const wanted = Math.min(this.#atOnce, this.#inFlight + this.#queue.length) - this.#held;
    if (wanted > 0) this.#held += this.#places.more(this.#hold.org_id, wanted);
  }

  async #holdAgain(): Promise<void> {
    const { platform } = this.#call;
    this.#heldAt = performance.now();
    const target = await holdLane(platform, this.#hold);
    if (!target) {
      this.#target = { ...this.#target, is_active: false };
      return;
    }
    if (isSentOtherwise(target, this.#target)) this.#sender = senderOf(platform, this.#hold, target);
    this.#target = target;
  }

  #begin(): void {
    const isLate = performance.now() - this.#leasedAt > beginWithinMs;
    if (isLate || this.#isOver || this.#mustSettle) this.#unbegun.push(...this.#queue.splice(0));
    while (this.#inFlight < Math.min(this.#held, this.#atOnce)) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#inFlight += 1;
      void this.#send(next);
    }
  }

  async #send(delivery: LeasedDelivery): Promise<void> {
    try {
      const ended = await sendAttempt(this.#sender, delivery, this.#bodies.get(delivery.event_id));
      this.#ended.push(ended);
      this.#mustSettle ||= this.#changesWhatIsNext(ended);
    } catch (error) {
      // No outcome of the receiver's but a fault of ours: the attempt is sent again when its lease ends.
      this.#call.log.error({ err: error, delivery_id: delivery.delivery_id }, 'An attempt could not be made');
      this.#isExhausted = true;
    }
    this.#inFlight -= 1;
    this.#goOn();
  }

  /** What ended makes room for the next at once, also while others are recorded. The rest is for the loop to do. */
  #goOn(): void {
    this.#begin();
    const isBusy = this.#queue.length > 0 && this.#unbegun.length === 0 && this.#ended.length > 1;
    if (!isBusy || this.#isTimeToRecord()) this.#wake();
  }

  /** Behind a failure in order, a timeout or a 410, what is leased is not what may be sent. */
  #changesWhatIsNext(ended: EndedAttempt): boolean {
    if (ended.status === 'succeeded') return false;
    const { response_status, is_timeout } = ended.exchange;
    return this.#target.ordered || response_status === 410 || is_timeout;
  }

  /** Waits until something ended, what ended should be recorded, or more may be due besides what is slow. */
  #nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (this.#timer) clearTimeout(this.#timer);
      const isSlow = this.#ended.length === 0;
      this.#timer = setTimeout(
        () => {
          this.#isExhausted &&= !isSlow;
          this.#wake();
        },
        isSlow ? lookAgainMs : recordEveryMs,
      );
    });
  }

  #isTimeToRecord(): boolean {
    const [first] = this.#ended;
    if (!first) return false;
    if (this.#mustSettle || this.#ended.length >= recordedAtOnce) return true;
    if (this.#inFlight === 0 && this.#queue.length === 0) return true;
    return performance.now() - first.ended_at >= recordEveryMs - 1;
  }

  async #record(): Promise<void> {
    const ended = this.#ended.splice(0);
    if (this.#mustSettle) this.#unbegun.push(...this.#queue.splice(0));
    this.#mustSettle = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (ended.length === 0) return;
    const { platform, payload, note } = this.#call;
    await persistently(() => recordResults(platform, payload, ended.map(toFinished)));
    for (const { status } of ended) this.#counts[status] += 1;
    void note(ended.map(lineOf).join('\n'), { ...this.#counts });
    await this.#keepHealth(ended);
  }

  async #keepHealth(ended: readonly EndedAttempt[]): Promise<void> {
    const { platform, payload } = this.#call;
    const change = changeOfHealth(this.#target, ended);
    if (change) {
      const { failing, single_until_success } = change;
      await markHealth(platform, payload, change);
      const failing_since = { begins: platform.clock.now(), ends: null, same: this.#target.failing_since };
      this.#target = {
        ...this.#target,
        single_until_success,
        failing_since: failing_since[failing],
        failure_warned_at: failing === 'same' ? this.#target.failure_warned_at : null,
      };
      this.#giveUpPlaces();
    }
    if (await tellOfHealth(this.#call, this.#target, ended)) {
      this.#target = { ...this.#target, is_active: false };
    }
  }

  /** One at a time needs no more than one place. */
  #giveUpPlaces(): void {
    const needed = Math.max(this.#atOnce, this.#inFlight, 1);
    if (this.#held <= needed) return;
    this.#places.leave(this.#hold.org_id, this.#held - needed, false);
    this.#held = needed;
  }

  async #giveBack(): Promise<void> {
    const unbegun = this.#unbegun.splice(0);
    if (unbegun.length > 0) this.#isExhausted = false;
    await giveBack(this.#call.platform, this.#call.payload, unbegun);
  }
}

const sealed = ['secret_enc', 'previous_secret_enc', 'headers_enc'] as const;
const none = Buffer.alloc(0);

function isSentOtherwise(one: Target, other: Target): boolean {
  return (
    one.url !== other.url ||
    sealed.some((name) => Buffer.compare(one[name] ?? none, other[name] ?? none) !== 0)
  );
}

/** The next batch is larger when the last one was sent quickly, and smaller when it took long. */
function sizeOfNext(size: number, tookMs: number): number {
  if (tookMs < quickMs) return Math.min(leases.most, size * 4);
  return tookMs > quickMs * 3 ? Math.max(mostInFlight, Math.floor(size / 2)) : size;
}

const toFinished = ({ ended_at, attempt, ...one }: EndedAttempt) => ({
  ...one,
  ended_ms_ago: performance.now() - ended_at,
});

/** A database that is away for a moment must not make receivers get everything twice. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (const waitMs of [100, 500, 1_000]) {
    try {
      return await work();
    } catch {
      await pause(waitMs);
    }
  }
  await work();
}
