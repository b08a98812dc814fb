import type { LaneRun } from '@wfp/shared';
import {
  decidesWhatIsNext,
  type EndedAttempt,
  followTraces,
  isSentOtherwise,
  lineOf,
  type Sender,
  sendAttempt,
  senderOf,
  toFinished,
} from './attempt/attempt.ts';
import { bodiesOf } from './attempt/event-bodies.ts';
import type { InFlight } from './concurrency-limiter.ts';
import { changeOfHealth, recordEnds, tellOfHealth } from './health/endpoint-health.ts';
import {
  giveBack,
  type Hold,
  holdLane,
  type LeasedDelivery,
  leaseDue,
  markHealth,
  type Target,
} from './lane.store.ts';
import type { LanePayload } from './lane-key.ts';
import { beginWithinMs, LanePace } from './lease-size.ts';
import { persistently } from './persistently.ts';

const mostInFlight = 10;
const recordedAtOnce = 400;
const recordEveryMs = 200;
const lookAgainMs = 250;
/**
 * A run then makes way for the next, sooner when others wait for places. It also bounds the log of its job. Not sooner
 * than it has to: lanes of one flood end their runs together, and nothing is sent while they begin again.
 */
const longestRun = { ms: 5_000, deliveries: 3_000, whileWantedMs: 250 };
const holdAgainAfterMs = 1_000;

/** A hold that was taken, on the process's own clock: before a place was free, which may have been long ago. */
export interface Held extends Hold {
  since: number;
}

/** A leased attempt that waits for its turn. */
interface Waiting {
  delivery: LeasedDelivery;
  body: string | undefined;
  leasedAt: number;
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
  #queue: Waiting[] = [];
  #unbegun: LeasedDelivery[] = [];
  #ended: EndedAttempt[] = [];
  readonly #pace: LanePace;
  #inFlight = 0;
  #isExhausted = false;
  #mustSettle = false;
  #recording: Promise<void> = Promise.resolve();
  #isRecording = false;
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
    this.#pace = new LanePace(call.platform, hold);
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
        if (this.#isTimeToRecord()) await this.#beginToRecord();
        await this.#giveBack();
        if (this.#wantsMore()) await this.#lease();
        this.#begin();
        if (this.#inFlight > 0) await this.#nextEnd();
        else if (this.#isRecording) await this.#recording;
        else if (this.#ended.length === 0 && !this.#wantsMore()) break;
      }
    } finally {
      this.#leaveQueued();
      while (this.#inFlight > 0) await this.#nextEnd();
      await this.#recording.finally(() => this.#record()).finally(() => this.#giveBack());
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
    const ahead = this.#ahead;
    if (this.#queue.length > ahead || (ahead === 0 && this.#inFlight >= this.#atOnce)) return false;
    const ranMs = performance.now() - this.#begun;
    const { succeeded, failed } = this.#counts;
    if (ranMs > longestRun.ms || succeeded + failed > longestRun.deliveries) return false;
    return ranMs < longestRun.whileWantedMs || !this.#places.isWanted(this.#hold.org_id);
  }

  get #ahead(): number {
    return this.#atOnce > 1 ? this.#pace.ahead : 0;
  }

  async #lease(): Promise<void> {
    const { platform } = this.#call;
    if (performance.now() - this.#heldAt > holdAgainAfterMs) await this.#holdAgain();
    if (this.#isOver) return;
    const now = performance.now();
    const size = this.#pace.next();
    const most = this.#target.single_until_success ? 1 : size;
    const leased = await leaseDue(platform, this.#hold, this.#target, most);
    const bodies = await bodiesOf(platform)
      .of(this.#hold.org_id, leased)
      .catch((error: unknown) => {
        this.#unbegun.push(...leased);
        throw error;
      });
    await followTraces(this.#sender, leased);
    for (const one of leased)
      this.#queue.push({ delivery: one, body: bodies.get(one.event_id), leasedAt: now });
    // Where the order is kept, what holds the rest comes alone.
    this.#isExhausted = this.#target.ordered ? leased.length === 0 : leased.length < most;
    const wanted = Math.min(this.#atOnce, this.#inFlight + this.#queue.length) - this.#held;
    if (wanted > 0) this.#held += this.#places.more(this.#hold.org_id, wanted);
  }

  async #holdAgain(): Promise<void> {
    const { platform } = this.#call;
    this.#heldAt = performance.now();
    // What it says of the endpoint's health must not be older than what this run is about to write of it.
    await this.#recording;
    const target = await holdLane(platform, this.#hold);
    if (!target) {
      this.#target = { ...this.#target, is_active: false };
      return;
    }
    if (isSentOtherwise(target, this.#target)) this.#sender = senderOf(platform, this.#hold, target);
    this.#target = target;
  }

  #begin(): void {
    const [oldest] = this.#queue;
    const isLate = oldest !== undefined && performance.now() - oldest.leasedAt > beginWithinMs;
    if (isLate || this.#isOver || this.#mustSettle) this.#leaveQueued();
    while (this.#inFlight < Math.min(this.#held, this.#atOnce)) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#inFlight += 1;
      void this.#send(next);
    }
  }

  /** Leaves what has not begun for another time. */
  #leaveQueued(): void {
    this.#unbegun.push(...this.#queue.splice(0).map(({ delivery }) => delivery));
  }

  async #send({ delivery, body }: Waiting): Promise<void> {
    try {
      const ended = await sendAttempt(this.#sender, delivery, body);
      this.#ended.push(ended);
      this.#pace.ended(ended.ended_at);
      this.#mustSettle ||= decidesWhatIsNext(ended, this.#target);
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
    const isBusy = this.#queue.length > this.#ahead && this.#unbegun.length === 0 && this.#ended.length > 1;
    if (!isBusy || this.#isTimeToRecord()) this.#wake();
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
    if (!first || (this.#isRecording && !this.#mustSettle)) return false;
    if (this.#mustSettle || this.#ended.length >= recordedAtOnce) return true;
    if (this.#inFlight === 0 && this.#queue.length === 0) return true;
    return performance.now() - first.ended_at >= recordEveryMs - 1;
  }

  /** Results are recorded while others come in; those that decide what is next, before anything is. */
  async #beginToRecord(): Promise<void> {
    await this.#recording;
    const decides = this.#mustSettle || this.#atOnce === 1;
    this.#isRecording = true;
    this.#recording = this.#record().finally(() => {
      this.#isRecording = false;
      this.#wake();
    });
    // One that fails is heard of by whoever waits for it: the next one, or the end of the run.
    this.#recording.catch(() => undefined);
    if (decides) await this.#recording;
  }

  async #record(): Promise<void> {
    const ended = this.#ended.splice(0);
    if (this.#mustSettle) this.#leaveQueued();
    this.#mustSettle = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (ended.length === 0) return;
    const isGone = await persistently(() => recordEnds(this.#call, ended.map(toFinished)));
    if (isGone) this.#target = { ...this.#target, is_active: false };
    for (const { status } of ended) this.#counts[status] += 1;
    void this.#call.note(ended.map(lineOf).join('\n'), { ...this.#counts });
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
    if (this.#target.is_active && (await tellOfHealth(this.#call, this.#target, ended))) {
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
