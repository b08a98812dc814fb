import type { Socket } from 'node:net';
import type { Caller, Platform, StreamedEvent } from '@wfp/shared';
import type { Rights, RightsHolder } from './access/rights.ts';
import { Batch, type StreamFilter } from './delivery/batch.ts';
import { heartbeatFrame, jitter, resetFrame } from './delivery/frames.ts';
import type { HeartbeatTarget } from './delivery/heartbeat-scheduler.ts';
import type { ResumeRequest } from './delivery/resume-request.ts';
import type { StreamCounters } from './delivery/stream-metrics.ts';
import type { Feed, FeedListener } from './feed.ts';
import type { Hub } from './hub.ts';

/** A client that lets this much pile up does not read; it is cut off and resumes by itself. */
const maxBufferedBytes = 1024 * 1024;
const lifetimeRangeMs = [12 * 60_000, 18 * 60_000] as const;
/** What a client that does not read gets to take its last bytes. */
const closeTimeoutMs = 5_000;

export type LogReader = Pick<Hub, 'readAfter' | 'headOf'>;

/** Where a stream begins, and whether its client has to be told that it is not where it wished to. */
export interface StartPosition {
  position: number;
  isReset: boolean;
  /** How often the log had become another one when this was found out. */
  restarts: number;
}

/** Finds out where a wish leads to. */
export async function resolveStart(log: LogReader, feed: Feed, wish: ResumeRequest): Promise<StartPosition> {
  const { restarts } = feed;
  // Another pod may have been further than this one: only the database knows what is too far.
  const isAhead = wish.kind === 'after' && wish.seq > feed.position;
  const head = isAhead ? await log.headOf(feed) : feed.position;
  if (wish.kind === 'after' && wish.seq <= head) return { position: wish.seq, isReset: false, restarts };
  return { position: head, isReset: wish.kind !== 'live', restarts };
}

interface OpenStreamOptions {
  platform: Platform;
  log: LogReader;
  feed: Feed;
  socket: Socket;
  rights: Rights;
  traffic: StreamCounters;
  filter: StreamFilter | null;
  start: StartPosition;
  endsAt: number;
  /** Called once, when the connection is gone. */
  onClose(stream: OpenStream): void;
}

/**
 * One open stream: catches up from the log, goes over to live events, and ends in time. There are ten thousand
 * of these on a pod: what they can share, they share, and what belonged to the request is gone.
 */
export class OpenStream implements FeedListener, HeartbeatTarget, RightsHolder {
  readonly endsAt: number;
  readonly #platform: Platform;
  readonly #log: LogReader;
  readonly #feed: Feed;
  readonly #socket: Socket;
  readonly #rights: Rights;
  readonly #traffic: StreamCounters;
  readonly #filter: StreamFilter | null;
  readonly #restarts: number;
  /** The last event looked at, whether or not it was for this client. */
  #position: number;
  /** The last position the client was told. */
  #told: number;
  #over = false;

  constructor(opened: OpenStreamOptions) {
    this.endsAt = opened.endsAt;
    this.#platform = opened.platform;
    this.#log = opened.log;
    this.#feed = opened.feed;
    this.#socket = opened.socket;
    this.#rights = opened.rights.acquire(this);
    this.#traffic = opened.traffic;
    this.#filter = opened.filter;
    this.#position = opened.start.position;
    this.#told = opened.start.position;
    this.#restarts = opened.start.restarts;
    const { onClose } = opened;
    opened.socket.once('close', () => {
      this.#leave();
      this.#rights.release(this);
      onClose(this);
    });
  }

  /** Catches up from the log and follows the feed from then on. */
  async run(): Promise<void> {
    try {
      await this.#catchUp();
    } catch (error) {
      if (this.#over) return;
      const org_id = this.#feed.org_id;
      this.#platform.log.warn({ err: error, org_id }, 'A stream could not be served and was ended');
      this.end();
    }
  }

  receive(batch: Batch): void {
    if (this.#over) return;
    this.#pass(batch);
    if (this.#socket.writableLength > maxBufferedBytes) this.#cutOff('live');
  }

  sendHeartbeat(): void {
    if (this.#over || this.#socket.writableNeedDrain) return;
    this.#socket.write(heartbeatFrame(this.#position > this.#told ? this.#position : null));
    this.#told = this.#position;
  }

  /** @param lastWords for whoever reads; they are not worth waiting for whoever does not */
  end(lastWords?: string): void {
    if (this.#over) return;
    this.#leave();
    if (lastWords !== undefined && !this.#socket.writableNeedDrain) this.#socket.write(lastWords);
    this.#socket.destroySoon();
    setTimeout(() => this.#socket.destroy(), closeTimeoutMs).unref();
  }

  #cutOff(phase: keyof StreamCounters['cutOff']): void {
    const org_id = this.#feed.org_id;
    this.#platform.log.info({ org_id, phase }, 'A stream was cut off: its client does not read');
    this.#traffic.cutOff[phase] += 1;
    this.#leave();
    this.#socket.destroy();
  }

  #leave(): void {
    this.#over = true;
    this.#feed.removeListener(this);
  }

  /** Reads the log page by page, as fast as the client takes it, and joins the feed where it stands. */
  async #catchUp(): Promise<void> {
    let ahead: Promise<StreamedEvent[]> | null = null;
    while (!this.#over) {
      if (this.#isOtherLog) return this.end();
      if (this.#position >= this.#feed.position) return this.#feed.addListener(this);
      const page: StreamedEvent[] = await (ahead ?? this.#log.readAfter(this.#feed, this.#position));
      if (this.#over) return;
      if (this.#isOtherLog) return this.end();
      const last = page.at(-1)?.seq ?? 0;
      const isWhole = page.length > 0 && last === this.#position + page.length;
      ahead = isWhole ? this.#readAhead(last) : null;
      if (isWhole) this.#pass(new Batch(page));
      else this.#reset(this.#feed.position);
      if (!(await waitForDrain(this.#socket, this.#patienceMs))) return this.#cutOff('catching_up');
    }
  }

  /** For a client that catches up and takes nothing: what was read for it is held meanwhile. */
  get #patienceMs(): number {
    return this.#platform.config.SSE_HEARTBEAT_SECONDS * 1_000;
  }

  /** Whether positions from when the stream began mean nothing any more. */
  get #isOtherLog(): boolean {
    return this.#feed.restarts !== this.#restarts;
  }

  /** Has the database work on the next page, and no further one, while this one is on its way. */
  #readAhead(position: number): Promise<StreamedEvent[]> | null {
    if (position >= this.#feed.position) return null;
    const reading = this.#log.readAfter(this.#feed, position);
    // Whoever ends meanwhile does not wait for it.
    reading.catch(() => undefined);
    return reading;
  }

  /** Of the events after the position, some are no longer kept. */
  #reset(head: number): void {
    this.#position = head;
    this.#told = head;
    this.#traffic.resets += 1;
    this.#socket.write(resetFrame(head));
  }

  #pass(batch: Batch): void {
    const after = this.#position;
    if (batch.last <= after) return;
    this.#position = batch.last;
    if (batch.mayChangeRights(this.#rights.user_id)) void this.#rights.recheck();
    const part = batch.partFor(this.#rights.sight, this.#filter, after);
    if (!part) return;
    this.#told = part.last;
    this.#traffic.sent += part.count;
    this.#socket.write(part.bytes);
  }
}

/**
 * Waits until a client has taken what was written, or is gone. False where it takes not a byte of it for so long, as
 * Node measures it: once or twice that time.
 */
async function waitForDrain(socket: Socket, patienceMs: number): Promise<boolean> {
  if (!socket.writableNeedDrain) return true;
  return new Promise((resolve) => {
    const go = () => done(true);
    const stop = () => done(false);
    const done = (goesOn: boolean) => {
      socket.setTimeout(0).off('drain', go).off('close', go).off('timeout', stop);
      resolve(goesOn);
    };
    socket.setTimeout(patienceMs).on('drain', go).on('close', go).on('timeout', stop);
  });
}

/** Streams end by themselves, so that pods can be drained and balanced, and never outlive their credential. */
export function streamLifetimeMs(
  { credential }: Pick<Caller, 'credential'>,
  { clock }: Pick<Platform, 'clock'>,
): number {
  const own = jitter(...lifetimeRangeMs);
  if (!('id' in credential) || !credential.expires_at) return own;
  return Math.min(own, Math.max(0, credential.expires_at.getTime() - clock.now().getTime()));
}
