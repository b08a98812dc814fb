import { once } from 'node:events';
import { type EventSight, loadEventSight, type StreamQuery, seesEvent } from '@wfp/areas';
import { AppError, type Caller, type Platform } from '@wfp/shared';
import type { Response } from 'express';
import type { Feed, Listener } from './feed.ts';
import { Batch, type FramedEvent, heartbeatFrame, jitter, openingFrame, resetFrame } from './frames.ts';
import type { Hub } from './hub.ts';
import { type Wish, wishedPosition } from './position.ts';

/** A client that lets this much pile up does not read; it is cut off and resumes by itself. */
const mostBufferedBytes = 1024 * 1024;
const retryMs = [1_000, 4_000] as const;
const lifeMs = [12 * 60_000, 18 * 60_000] as const;
/** What a client that does not read gets to take its last bytes. */
const farewellMs = 5_000;

export interface Serving {
  platform: Platform;
  hub: Pick<Hub, 'readAfter' | 'headOf'>;
  feed: Feed;
  res: Response;
  caller: Caller;
  query: StreamQuery;
  last_event_id: string | undefined;
  reauthorize(): Promise<Caller>;
}

/** One open stream: catches up from the log, goes over to live events, and ends in time. */
export class OpenStream implements Listener {
  readonly #with: Serving;
  readonly #res: Response;
  readonly #restarts: number;
  #sight: EventSight;
  /** The last event looked at, whether or not it was for this client. */
  #position = 0;
  /** The last position the client was told. */
  #told = 0;
  #over = false;
  #renewing = false;
  #renewAgain = false;

  private constructor(serving: Serving, sight: EventSight) {
    this.#with = serving;
    this.#res = serving.res;
    this.#restarts = serving.feed.restarts;
    this.#sight = sight;
  }

  /** Prepares a stream; what fails here is still answered with a status. */
  static async prepare(serving: Serving): Promise<OpenStream> {
    return new OpenStream(serving, await loadEventSight(serving.caller));
  }

  /** Serves the client until one side ends it. */
  async run(): Promise<void> {
    const { feed, hub, platform, caller, query, last_event_id } = this.#with;
    const wish = wishedPosition(last_event_id, query.last_event_id);
    // Another pod may have been further than this one: only the database knows what is too far.
    const isAhead = wish.kind === 'after' && wish.seq > feed.position;
    const head = isAhead ? await hub.headOf(feed) : feed.position;
    if (this.#res.destroyed) return;
    const closed = once(this.#res, 'close').then(() => {
      this.#over = true;
    });
    this.#res.on('error', () => undefined);
    const heartbeat = setInterval(() => this.#beat(), platform.config.SSE_HEARTBEAT_SECONDS * 1_000);
    const life = setTimeout(() => this.end(), lifeOf(caller, platform));
    try {
      this.#begin(wish, head);
      await Promise.race([this.#catchUp(), closed]);
    } catch (error) {
      platform.log.warn({ err: error, org_id: feed.org_id }, 'A stream could not be served and was ended');
      this.end();
    }
    await closed;
    clearInterval(heartbeat);
    clearTimeout(life);
    feed.leave(this);
  }

  receive(batch: Batch): void {
    this.#pass(batch);
    if (this.#res.writableLength <= mostBufferedBytes) return;
    this.#with.platform.log.info(
      { org_id: this.#with.feed.org_id },
      'A stream was cut off: its client does not read',
    );
    this.#over = true;
    this.#res.destroy();
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#with.feed.leave(this);
    this.#res.end();
    setTimeout(() => this.#res.destroy(), farewellMs).unref();
  }

  #begin(wish: Wish, head: number): void {
    const canResume = wish.kind === 'after' && wish.seq <= head;
    this.#position = canResume ? wish.seq : head;
    this.#told = this.#position;
    const mustReset = wish.kind !== 'live' && !canResume;
    this.#res.write(openingFrame(jitter(...retryMs), mustReset ? null : this.#position));
    if (mustReset) this.#res.write(resetFrame(head));
  }

  /** Reads the log page by page, as fast as the client takes it, and joins the feed where it stands. */
  async #catchUp(): Promise<void> {
    const { feed, hub } = this.#with;
    while (!this.#over) {
      if (feed.restarts !== this.#restarts) return this.end();
      if (this.#position >= feed.position) return feed.join(this);
      const page = await hub.readAfter(feed, this.#position);
      if (this.#over) return;
      if (page[0]?.seq === this.#position + 1) this.#pass(new Batch(page));
      else this.#reset(feed.position);
      if (this.#res.writableNeedDrain) await once(this.#res, 'drain');
    }
  }

  /** The events after the position are no longer kept. */
  #reset(head: number): void {
    this.#position = head;
    this.#told = head;
    this.#res.write(resetFrame(head));
  }

  #pass(batch: Batch): void {
    if (this.#over) return;
    const from = this.#position;
    this.#position = Math.max(from, batch.last);
    if (batch.events.some((event) => event.seq > from && mayChangeRights(event, this.#with.caller)))
      void this.#renew();
    const mine = batch.events.filter((event) => event.seq > from && this.#wants(event));
    const last = mine.at(-1);
    if (!last) return;
    this.#told = last.seq;
    this.#res.write(batch.bytesOf(mine));
  }

  #wants(event: FramedEvent): boolean {
    const { aggregate_type = event.aggregate_type, event_type = event.event_type } = this.#with.query;
    return (
      event.aggregate_type === aggregate_type &&
      event.event_type === event_type &&
      seesEvent(this.#sight, event)
    );
  }

  #beat(): void {
    if (this.#over) return;
    if (!this.#res.writableNeedDrain) {
      this.#res.write(heartbeatFrame(this.#position > this.#told ? this.#position : null));
      this.#told = this.#position;
    }
    void this.#renew();
  }

  /** Looks whether the credential and the right are still there, and what they show now. */
  async #renew(): Promise<void> {
    // What is under way may have looked before what this call is about was committed.
    this.#renewAgain = this.#renewing;
    if (this.#renewing) return;
    this.#renewing = true;
    try {
      this.#sight = await loadEventSight(await this.#with.reauthorize());
    } catch (error) {
      if (error instanceof AppError && error.status < 500) this.end();
      else
        this.#with.platform.log.warn(
          { err: error },
          'The rights of a stream could not be checked; trying again',
        );
    } finally {
      this.#renewing = false;
    }
    if (this.#renewAgain && !this.#over) await this.#renew();
  }
}

/** What is about the caller's own account, and what may be about anybody's rights. */
const ofOneUser = new Set(['user', 'grant', 'api_key']);
const ofEverybody = new Set(['role', 'organization']);

/** Whether a stream has to look at its rights again after an event, and not only with the next heartbeat. */
function mayChangeRights(
  { aggregate_type, subject_user_ids }: FramedEvent,
  { user_id }: Pick<Caller, 'user_id'>,
): boolean {
  if (ofEverybody.has(aggregate_type)) return true;
  return ofOneUser.has(aggregate_type) && user_id !== null && subject_user_ids.includes(user_id);
}

/** Streams end by themselves, so that pods can be drained and balanced, and never outlive their credential. */
export function lifeOf(
  { credential }: Pick<Caller, 'credential'>,
  { clock }: Pick<Platform, 'clock'>,
): number {
  const own = jitter(...lifeMs);
  if (!('id' in credential) || !credential.expires_at) return own;
  return Math.min(own, Math.max(0, credential.expires_at.getTime() - clock.now().getTime()));
}
