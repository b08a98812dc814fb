import type { Socket } from 'node:net';
import type { Caller, Platform } from '@wfp/shared';
import type { Rights, RightsHolder } from './access/rights.ts';
import type { Batch, StreamFilter } from './delivery/batch.ts';
import { heartbeatFrame, jitter, resetFrame } from './delivery/frames.ts';
import type { HeartbeatTarget } from './delivery/heartbeat-scheduler.ts';
import type { ResumeRequest } from './delivery/resume-request.ts';
import type { StreamCounters } from './delivery/stream-metrics.ts';
import type { Feed, FeedListener } from './feed.ts';
import type { Hub } from './hub.ts';

/** A client with more unread bytes is disconnected; it resumes when it reconnects. */
const maxBufferedBytes = 1024 * 1024;
/** A stream that waits for a check of its rights reads further events from the log. */
const maxHeldBatches = 100;
const lifetimeRangeMs = [12 * 60_000, 18 * 60_000] as const;
/** Time for a slow client to receive its last bytes. */
const closeTimeoutMs = 5_000;

export type LogReader = Pick<Hub, 'readAfter' | 'headOf' | 'sendInTurn'>;

/** The position at which a stream begins. It is a reset if the requested position is not available. */
export interface StartPosition {
  position: number;
  isReset: boolean;
  /** `Feed.restarts` when the position was determined. */
  restarts: number;
}

/** Determines the position for a resume request. */
export async function resolveStart(
  log: LogReader,
  feed: Feed,
  request: ResumeRequest,
): Promise<StartPosition> {
  const { restarts } = feed;
  // Another pod may be ahead of this one, so the head is read from the database.
  const isAhead = request.kind === 'after' && request.seq > feed.position;
  const head = isAhead ? await log.headOf(feed) : feed.position;
  if (request.kind === 'after' && request.seq <= head)
    return { position: request.seq, isReset: false, restarts };
  return { position: head, isReset: request.kind !== 'live', restarts };
}

interface OpenStreamOptions {
  platform: Platform;
  log: LogReader;
  feed: Feed;
  socket: Socket;
  rights: Rights;
  counters: StreamCounters;
  filter: StreamFilter | null;
  start: StartPosition;
  endsAt: number;
  /** Called once, when the connection is closed. */
  onClose(stream: OpenStream): void;
}

/**
 * One open stream: catches up from the log, switches to live events, and ends after its lifetime. A pod can have ten
 * thousand streams, so they share as much state as possible and keep no object of the HTTP request.
 */
export class OpenStream implements FeedListener, HeartbeatTarget, RightsHolder {
  readonly endsAt: number;
  readonly #platform: Platform;
  readonly #log: LogReader;
  readonly #feed: Feed;
  readonly #socket: Socket;
  readonly #rights: Rights;
  readonly #counters: StreamCounters;
  readonly #filter: StreamFilter | null;
  readonly #restarts: number;
  /** Sequence number of the last event processed, visible to this client or not. */
  #position: number;
  /** The last position sent to the client. */
  #sentPosition: number;
  /** The rights were read after all events up to this one had been committed. */
  #checkedPosition = 0;
  /** Live events that wait for a check of the rights; null if none is in progress. */
  #held: Batch[] | null = null;
  #isEnded = false;

  constructor(options: OpenStreamOptions) {
    this.endsAt = options.endsAt;
    this.#platform = options.platform;
    this.#log = options.log;
    this.#feed = options.feed;
    this.#socket = options.socket;
    this.#rights = options.rights.acquire(this);
    this.#counters = options.counters;
    this.#filter = options.filter;
    this.#position = options.start.position;
    this.#sentPosition = options.start.position;
    this.#restarts = options.start.restarts;
    const { onClose } = options;
    options.socket.once('close', () => {
      this.#stopReceiving();
      this.#rights.release(this);
      onClose(this);
    });
  }

  /** Catches up from the log, then follows the feed. */
  async run(): Promise<void> {
    try {
      await this.#catchUp();
    } catch (error) {
      if (this.#isEnded) return;
      const org_id = this.#feed.org_id;
      this.#platform.log.warn({ err: error, org_id }, 'Stream failed and was closed');
      this.end();
    }
  }

  receive(batch: Batch): void {
    if (this.#isEnded) return;
    if (this.#held) this.#hold(this.#held, batch);
    else if (!this.#send(batch)) {
      const rest = batch.after(this.#position);
      this.#held = rest ? [rest] : [];
      void this.#resume();
    }
    if (this.#socket.writableLength > maxBufferedBytes) this.#disconnect('live');
  }

  #hold(held: Batch[], batch: Batch): void {
    held.push(batch);
    if (held.length > maxHeldBatches) this.#feed.removeListener(this);
  }

  /** Sends the held events once the rights have been checked. */
  async #resume(): Promise<void> {
    await this.#checkRights(this.#feed.position);
    const held = this.#held ?? [];
    this.#held = null;
    if (held.length > maxHeldBatches) return this.run();
    for (const batch of held) this.receive(batch);
  }

  /** Waits until the rights have been read. @param received the last event that was committed before */
  async #checkRights(received: number): Promise<void> {
    await this.#rights.recheck();
    this.#checkedPosition = received;
  }

  sendHeartbeat(): void {
    if (this.#isEnded || this.#socket.writableNeedDrain) return;
    this.#socket.write(heartbeatFrame(this.#position > this.#sentPosition ? this.#position : null));
    this.#sentPosition = this.#position;
  }

  /** @param finalFrame sent only if the client is keeping up */
  end(finalFrame?: string): void {
    if (this.#isEnded) return;
    this.#stopReceiving();
    if (finalFrame !== undefined && !this.#socket.writableNeedDrain) this.#socket.write(finalFrame);
    this.#socket.destroySoon();
    setTimeout(() => this.#socket.destroy(), closeTimeoutMs).unref();
  }

  #disconnect(phase: keyof StreamCounters['cutOff']): void {
    const org_id = this.#feed.org_id;
    this.#platform.log.info({ org_id, phase }, 'Stream closed: the client does not read');
    this.#counters.cutOff[phase] += 1;
    this.#stopReceiving();
    this.#socket.destroy();
  }

  #stopReceiving(): void {
    this.#isEnded = true;
    this.#feed.removeListener(this);
  }

  /**
   * Reads the log page by page, at the client's speed, and joins the feed when the stream has reached the feed's
   * position.
   */
  async #catchUp(): Promise<void> {
    let ahead: Promise<Batch> | null = null;
    while (!this.#isEnded) {
      if (this.#isLogReplaced) return this.end();
      if (this.#position >= this.#feed.position) return this.#feed.addListener(this);
      const page: Batch = await (ahead ?? this.#readPage(this.#position));
      if (this.#isEnded) return;
      if (this.#isLogReplaced) return this.end();
      const count = page.events.length;
      const isWhole = count > 0 && page.last === this.#position + count;
      ahead = isWhole ? this.#readAhead(page.last) : null;
      if (isWhole) await this.#sendPage(page);
      else this.#reset(this.#feed.position);
      if (!(await waitForDrain(this.#socket, this.#drainTimeoutMs))) return this.#disconnect('catching_up');
    }
  }

  /** Limits how long pages are held in memory for a client that does not read. */
  get #drainTimeoutMs(): number {
    return this.#platform.config.SSE_HEARTBEAT_SECONDS * 1_000;
  }

  /** True if the feed was restarted since the stream began: earlier positions are invalid. */
  get #isLogReplaced(): boolean {
    return this.#feed.restarts !== this.#restarts;
  }

  #readPage(position: number): Promise<Batch> {
    return this.#log.readAfter(this.#feed, position, this.#rights.turn);
  }

  /** Prefetches one page while the current one is being sent. */
  #readAhead(position: number): Promise<Batch> | null {
    if (position >= this.#feed.position) return null;
    const reading = this.#readPage(position);
    // The stream may end without awaiting the read.
    reading.catch(() => undefined);
    return reading;
  }

  /** Sends a reset, because some events after the position are no longer in the log. */
  #reset(head: number): void {
    this.#position = head;
    this.#sentPosition = head;
    this.#counters.resets += 1;
    this.#socket.write(resetFrame(head));
  }

  async #sendPage(page: Batch): Promise<void> {
    const send = () => this.#isEnded || this.#send(page);
    while (!(await this.#log.sendInTurn(this.#rights.turn, send)))
      await this.#checkRights(Math.max(page.last, this.#feed.position));
  }

  /**
   * Sends the events after the position, up to the first that may have changed the rights since they were checked.
   *
   * @returns false if it found one: later events must not be sent before the next check
   */
  #send(batch: Batch): boolean {
    const after = this.#position;
    if (batch.last <= after) return true;
    const change = batch.findRightsChange(this.#rights.user_id, Math.max(after, this.#checkedPosition));
    const sent = change === null ? batch : batch.upTo(change);
    this.#position = sent.last;
    const part = sent.partFor(this.#rights.visibility, this.#filter, after);
    if (part) {
      this.#sentPosition = part.last;
      this.#counters.sent += part.count;
      this.#socket.write(part.bytes);
    }
    return change === null;
  }
}

/**
 * Waits until the client has read the buffered bytes or disconnected.
 *
 * @returns false if the client read nothing for `timeoutMs` (Node measures once to twice that time)
 */
async function waitForDrain(socket: Socket, timeoutMs: number): Promise<boolean> {
  if (!socket.writableNeedDrain) return true;
  return new Promise((resolve) => {
    const drained = () => finish(true);
    const timedOut = () => finish(false);
    const finish = (isDrained: boolean) => {
      socket.setTimeout(0).off('drain', drained).off('close', drained).off('timeout', timedOut);
      resolve(isDrained);
    };
    socket.setTimeout(timeoutMs).on('drain', drained).on('close', drained).on('timeout', timedOut);
  });
}

/** Streams have a limited lifetime, so that load rebalances across pods, and never outlive their credential. */
export function streamLifetimeMs(
  { credential }: Pick<Caller, 'credential'>,
  { clock }: Pick<Platform, 'clock'>,
): number {
  const own = jitter(...lifetimeRangeMs);
  if (!('id' in credential) || !credential.expires_at) return own;
  return Math.min(own, Math.max(0, credential.expires_at.getTime() - clock.now().getTime()));
}
