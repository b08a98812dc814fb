import { setTimeout as pause } from 'node:timers/promises';
import type { StreamQuery } from '@wfp/areas';
import type { Platform } from '@wfp/shared';
import type { Request, Response } from 'express';
import type { StreamRequest } from '../http/pipeline.ts';
import { detachSocket } from '../http/server/detach-socket.ts';
import { RightsCache } from './access/rights.ts';
import type { StreamFilter } from './delivery/batch.ts';
import { ConnectionLimits } from './delivery/connection-limits.ts';
import { closingFrame, jitter, openingFrame, resetFrame, retryLaterFrame } from './delivery/frames.ts';
import { HeartbeatScheduler } from './delivery/heartbeat-scheduler.ts';
import { parseResumeRequest, type ResumeRequest } from './delivery/resume-request.ts';
import { measureStreams, StreamCounters } from './delivery/stream-metrics.ts';
import type { Feed } from './feed.ts';
import { Hub } from './hub.ts';
import { type LogReader, OpenStream, resolveStart, streamLifetimeMs } from './open-stream.ts';

const retryRangeMs = [1_000, 4_000] as const;
const retryLaterRangeMs = [5_000, 15_000] as const;
/** They are sent away one after another already. */
const reconnectRangeMs = [500, 2_000] as const;
const drainStepMs = 50;

/** What streams need of the {@link Hub}. */
type StreamSource = LogReader & Pick<Hub, 'acquire' | 'release' | 'stop'>;

/** Serves the stream of events to the clients of this pod. */
export class Streams {
  readonly #platform: Platform;
  readonly #hub: StreamSource;
  readonly #seats: ConnectionLimits;
  readonly #pulse: HeartbeatScheduler;
  readonly #rights: RightsCache;
  readonly #traffic = new StreamCounters();
  readonly #open = new Set<OpenStream>();
  #draining = false;

  /** @param hub where events come from; another one only in tests */
  constructor(platform: Platform, hub: StreamSource = new Hub(platform)) {
    this.#platform = platform;
    this.#hub = hub;
    this.#seats = new ConnectionLimits(platform.config);
    const heartbeatMs = platform.config.SSE_HEARTBEAT_SECONDS * 1_000;
    this.#rights = new RightsCache(platform.log, heartbeatMs);
    this.#pulse = new HeartbeatScheduler(heartbeatMs, () => this.#rights.tick());
    measureStreams(platform.metrics, this.#traffic, () => this.size);
  }

  /** Streams that are open or about to be. */
  get size(): number {
    return this.#seats.size;
  }

  /**
   * The part of the pipeline that serves streams; the caller has passed all of its checks. Returns when the
   * stream is open: from then on nothing is left of the request.
   */
  async serve(request: StreamRequest): Promise<void> {
    const { req, res, caller } = request;
    if (req.method === 'HEAD') {
      setHeaders(res);
      res.end();
      return;
    }
    const leave = this.#draining ? null : this.#seats.acquire(caller);
    if (!leave) return this.#sendAway(res);
    let feed: Feed | undefined;
    const giveBack = () => {
      if (feed) this.#hub.release(feed);
      leave();
    };
    let isOpen = false;
    try {
      feed = await this.#hub.acquire(caller.org_id);
      isOpen = await this.#follow(request, feed, giveBack);
    } finally {
      if (!isOpen) giveBack();
    }
    if (!isOpen && !res.headersSent) this.#sendAway(res);
  }

  /** Sends everybody away, spread over a few seconds, and takes nobody new. */
  async closeAll(overMs = 4_000): Promise<void> {
    this.#draining = true;
    const all = [...this.#open];
    const step = Math.max(1, Math.ceil((all.length * drainStepMs) / overMs));
    for (let from = 0; from < all.length; from += step) {
      for (const stream of all.slice(from, from + step))
        stream.end(closingFrame(jitter(...reconnectRangeMs)));
      if (from + step < all.length) await pause(drainStepMs);
    }
    this.#pulse.stop();
    await this.#hub.stop();
  }

  #sendAway(res: Response): void {
    this.#traffic.rejected += 1;
    sendRetryLater(res);
  }

  /** Opens a stream; false where its client has gone, or it cannot be opened now. */
  async #follow(request: StreamRequest, feed: Feed, giveBack: () => void): Promise<boolean> {
    const { req, res, caller } = request;
    const query = request.query as StreamQuery;
    const rights = await this.#rights.load(request);
    const start = await resolveStart(this.#hub, feed, readResumeRequest(req, query));
    // A pipelined request has no connection before the answers ahead of it are done.
    if (this.#draining || !res.socket) return false;
    setHeaders(res);
    if (start.isReset) this.#traffic.resets += 1;
    const opening = openingFrame(jitter(...retryRangeMs), start.isReset ? null : start.position);
    const socket = await detachSocket(res, start.isReset ? opening + resetFrame(start.position) : opening);
    if (!socket) return false;
    const stream = new OpenStream({
      platform: this.#platform,
      log: this.#hub,
      feed,
      socket,
      rights,
      traffic: this.#traffic,
      filter: readFilter(query),
      start,
      endsAt: performance.now() + streamLifetimeMs(caller, this.#platform),
      onClose: () => {
        this.#open.delete(stream);
        this.#pulse.remove(stream);
        giveBack();
      },
    });
    this.#open.add(stream);
    this.#pulse.add(stream);
    if (this.#draining) stream.end();
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

/** With status 200: on any other one a browser's EventSource gives up for good. */
export function sendRetryLater(res: Response, seconds = 0): void {
  setHeaders(res);
  res.end(retryLaterFrame(1_000 * seconds + jitter(...retryLaterRangeMs)));
}

function setHeaders(res: Response): void {
  res.setHeader('Content-Type', 'text/event-stream');
  // `no-transform` and `X-Accel-Buffering` keep proxies from collecting events before they pass them on.
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  // A stream that ends is to come back on a connection of its own, perhaps to another pod.
  res.setHeader('Connection', 'close');
}
