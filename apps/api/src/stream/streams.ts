import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamQuery } from '@wfp/areas';
import type { Caller, Platform } from '@wfp/shared';
import type { Request, Response } from 'express';
import { ConnectionLimits } from '../http/limits/shares/connection-limits.ts';
import type { StreamRequest } from '../http/pipeline.ts';
import { detachSocket } from '../http/server/detach-socket.ts';
import { RightsCache } from './access/rights.ts';
import type { StreamFilter } from './delivery/batch.ts';
import { closingFrame, jitter, openingFrame, resetFrame, retryLaterFrame } from './delivery/frames.ts';
import { HeartbeatScheduler } from './delivery/heartbeat-scheduler.ts';
import { parseResumeRequest, type ResumeRequest } from './delivery/resume-request.ts';
import { measureStreams, StreamCounters } from './delivery/stream-metrics.ts';
import type { Feed } from './feed.ts';
import { Hub } from './hub.ts';
import { type LogReader, OpenStream, resolveStart, streamLifetimeMs } from './open-stream.ts';

const retryRangeMs = [1_000, 4_000] as const;
const retryLaterRangeMs = [5_000, 15_000] as const;
/** Short, because a draining pod already closes its streams one after another. */
const reconnectRangeMs = [500, 2_000] as const;
const drainStepMs = 50;

type StreamSource = LogReader & Pick<Hub, 'acquire' | 'release' | 'stop'>;

/** The place of a stream among the limits. It can be lost before the stream is open. */
interface Place {
  stream?: OpenStream;
  isLost?: true;
}

function leave(place: Place): void {
  place.isLost = true;
  place.stream?.end(retryLaterFrame(jitter(...retryLaterRangeMs)));
}

export class Streams {
  readonly #platform: Platform;
  readonly #hub: StreamSource;
  readonly #limits: ConnectionLimits;
  readonly #heartbeats: HeartbeatScheduler;
  readonly #rights: RightsCache;
  readonly #counters = new StreamCounters();
  readonly #open = new Set<OpenStream>();
  #draining = false;

  /** @param hub source of events; replaced in tests */
  constructor(platform: Platform, hub: StreamSource = new Hub(platform)) {
    this.#platform = platform;
    this.#hub = hub;
    this.#limits = new ConnectionLimits({
      perProcess: platform.config.SSE_MAX_PER_POD,
      perOrganization: platform.config.SSE_MAX_PER_ORGANIZATION,
      perHolder: platform.config.SSE_MAX_PER_CREDENTIAL,
    });
    const heartbeatMs = platform.config.SSE_HEARTBEAT_SECONDS * 1_000;
    this.#rights = new RightsCache(platform.log, heartbeatMs);
    this.#heartbeats = new HeartbeatScheduler(heartbeatMs, () => this.#rights.tick());
    measureStreams(platform.metrics, this.#counters, () => this.size);
  }

  /** Streams that are open or being opened. */
  get size(): number {
    return this.#limits.size;
  }

  /** Serves an authorized request. Resolves when the stream is open: the HTTP request has ended by then. */
  async serve(request: StreamRequest): Promise<void> {
    const { req, res, caller } = request;
    if (req.method === 'HEAD') {
      setHeaders(res);
      res.end();
      return;
    }
    const place: Place = {};
    const releaseLimit = this.#draining
      ? null
      : this.#limits.acquire(caller, credentialKey(caller), () => leave(place));
    if (!releaseLimit) return this.#reject(res);
    let feed: Feed | undefined;
    const release = () => {
      if (feed) this.#hub.release(feed);
      releaseLimit();
    };
    let isOpen = false;
    try {
      feed = await this.#hub.acquire(caller.org_id);
      isOpen = await this.#openStream(request, place, feed, release);
    } finally {
      if (!isOpen) release();
    }
    if (!isOpen && !res.headersSent) this.#reject(res);
  }

  /** Rejects new streams and closes the open ones, a few at a time, within `overMs`. */
  async closeAll(overMs = 4_000): Promise<void> {
    this.#draining = true;
    const all = [...this.#open];
    const step = Math.max(1, Math.ceil((all.length * drainStepMs) / overMs));
    for (let from = 0; from < all.length; from += step) {
      for (const stream of all.slice(from, from + step))
        stream.end(closingFrame(jitter(...reconnectRangeMs)));
      if (from + step < all.length) await sleep(drainStepMs);
    }
    this.#heartbeats.stop();
    await this.#hub.stop();
  }

  #reject(res: Response): void {
    this.#counters.rejected += 1;
    sendRetryLater(res);
  }

  /** Opens a stream. @returns false if the client disconnected or the stream cannot be opened now */
  async #openStream(request: StreamRequest, place: Place, feed: Feed, release: () => void): Promise<boolean> {
    const { req, res, caller } = request;
    const query = request.query as StreamQuery;
    const rights = await this.#rights.load(request);
    const start = await resolveStart(this.#hub, feed, readResumeRequest(req, query));
    if (!rights.hasRoom) return false;
    // A pipelined request has no socket until the responses before it are complete.
    if (this.#draining || place.isLost || !res.socket) return false;
    setHeaders(res);
    if (start.isReset) this.#counters.resets += 1;
    const opening = openingFrame(jitter(...retryRangeMs), start.isReset ? null : start.position);
    const socket = await detachSocket(res, start.isReset ? opening + resetFrame(start.position) : opening);
    if (!socket) return false;
    const stream = new OpenStream({
      platform: this.#platform,
      log: this.#hub,
      feed,
      socket,
      rights,
      counters: this.#counters,
      filter: readFilter(query),
      start,
      endsAt: performance.now() + streamLifetimeMs(caller, this.#platform),
      onClose: () => {
        this.#open.delete(stream);
        this.#heartbeats.remove(stream);
        release();
      },
    });
    this.#open.add(stream);
    this.#heartbeats.add(stream);
    place.stream = stream;
    if (this.#draining || place.isLost) stream.end();
    else void stream.run();
    return true;
  }
}

function readResumeRequest(req: Request, query: StreamQuery): ResumeRequest {
  const header = req.headers['last-event-id'];
  return parseResumeRequest(Array.isArray(header) ? header[0] : header, query.last_event_id);
}

function readFilter({ aggregate_type, event_type }: StreamQuery): StreamFilter | null {
  return aggregate_type === undefined && event_type === undefined ? null : { aggregate_type, event_type };
}

/** Sends status 200: after any other status a browser's EventSource never reconnects. */
export function sendRetryLater(res: Response, seconds = 0): void {
  setHeaders(res);
  res.end(retryLaterFrame(1_000 * seconds + jitter(...retryLaterRangeMs)));
}

function setHeaders(res: Response): void {
  res.setHeader('Content-Type', 'text/event-stream');
  // `no-transform` and `X-Accel-Buffering` keep proxies from buffering events.
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  // A client should reconnect on a new connection, possibly to another pod.
  res.setHeader('Connection', 'close');
}

const credentialKey = ({ credential }: Caller): string =>
  'id' in credential ? `${credential.kind}:${credential.id}` : credential.kind;
