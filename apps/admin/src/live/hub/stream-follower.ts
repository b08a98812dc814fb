import { ApiError, type Client, type EventStream, type WebhookEvent } from '@wfp/client';
import type { HubNotice, LiveState } from './hub-messages.ts';

const frameMs = 16;
const reconnectingMs = 5_000;
const offlineMs = 30_000;
/** Time after which a rejected stream is requested again. */
const refusedMs = 300_000;
/** Minimum time between two attempts that a page causes. */
const wakeMs = 2_000;

/** Follows the event stream of a session and reports events, in batches, and the state of the connection. */
export class StreamFollower {
  readonly #client: Client;
  readonly #report: (notice: HubNotice) => void;
  #state: LiveState = 'connecting';
  #stream: EventStream | null = null;
  #position: string | null = null;
  #isStopped = false;
  #isConnected = false;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #stateTimers: ReturnType<typeof setTimeout>[] = [];
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #batch: WebhookEvent[] = [];
  #cause: unknown;

  constructor(client: Client, report: (notice: HubNotice) => void) {
    this.#client = client;
    this.#report = report;
    this.#watchLoss();
    void this.#follow();
  }

  get state(): LiveState {
    return this.#state;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stream?.close();
    this.#clearTimers();
    clearTimeout(this.#retryTimer);
  }

  /** Connects now, or two seconds after the last attempt, instead of after the delay that the service has not requested. */
  wake(): void {
    const isRequested = this.#cause instanceof ApiError && this.#state !== 'refused';
    if (this.#isConnected || this.#isStopped || isRequested) return;
    clearTimeout(this.#retryTimer);
    const earlyMs = this.#attemptedAt + wakeMs - performance.now();
    if (earlyMs > 0) {
      this.#retryTimer = setTimeout(() => this.wake(), earlyMs);
      return;
    }
    const waiting = this.#stream;
    this.#stream = null;
    waiting?.close();
    void this.#follow();
  }

  async #follow(): Promise<void> {
    this.#attemptedAt = performance.now();
    const stream = this.#client.events({
      ...(this.#position !== null && { after: this.#position }),
      onConnection: (state, cause) => {
        if (this.#stream === stream) this.#connectionChanged(state, cause);
      },
    });
    this.#stream = stream;
    try {
      for await (const message of stream) {
        if (this.#stream !== stream) return;
        this.#position = message.position;
        if (message.type === 'reset') this.#report({ type: 'gap', isSpread: true });
        else this.#add(message.event);
      }
    } catch (error) {
      if (this.#stream === stream && !this.#isStopped) this.#refused(error);
    } finally {
      if (this.#stream === stream) this.#position = stream.position;
    }
  }

  #connectionChanged(state: 'open' | 'lost', cause: unknown): void {
    this.#attemptedAt = performance.now();
    this.#cause = cause;
    if (state === 'lost') {
      this.#position = this.#stream?.position ?? this.#position;
      if (this.#stateTimers.length === 0) this.#watchLoss();
      this.#isConnected = false;
      return;
    }
    const isFirst = this.#position === null;
    this.#position = this.#stream?.position ?? '0';
    this.#isConnected = true;
    this.#setState('live');
    this.#report(isFirst ? { type: 'gap', isSpread: false } : { type: 'reconnected' });
  }

  /** Short interruptions, such as the regular end of a stream, are not reported. */
  #watchLoss(): void {
    this.#clearTimers();
    const lost = (state: LiveState) => () => {
      const isRejected = this.#cause instanceof ApiError;
      this.#setState(isRejected ? 'busy' : navigator.onLine ? state : 'offline', false);
    };
    this.#stateTimers = [
      setTimeout(lost('reconnecting'), reconnectingMs),
      setTimeout(lost('offline'), offlineMs),
    ];
  }

  #refused(error: unknown): void {
    this.#isConnected = false;
    this.#cause = error;
    this.#setState('refused');
    this.#retryTimer = setTimeout(() => void this.#follow(), refusedMs);
  }

  #setState(state: LiveState, isFinal = true): void {
    if (isFinal) this.#clearTimers();
    if (state === this.#state) return;
    this.#state = state;
    this.#report({ type: 'state', state });
  }

  #clearTimers(): void {
    for (const timer of this.#stateTimers) clearTimeout(timer);
    this.#stateTimers = [];
  }

  #add(event: WebhookEvent): void {
    this.#batch.push(event);
    if (this.#batch.length > 1) return;
    setTimeout(() => {
      const events = this.#batch;
      this.#batch = [];
      if (!this.#isStopped) this.#report({ type: 'events', events });
    }, frameMs);
  }
}
