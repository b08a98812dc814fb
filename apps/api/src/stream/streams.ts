import { setTimeout as pause } from 'node:timers/promises';
import type { StreamQuery } from '@wfp/areas';
import type { Caller, Platform } from '@wfp/shared';
import type { Response } from 'express';
import type { StreamRequest } from '../http/pipeline.ts';
import { jitter, sendAwayFrame } from './frames.ts';
import { Hub } from './hub.ts';
import { OpenStream } from './open-stream.ts';

/** How many streams may be open on this pod at once. */
interface StreamCaps {
  perCredential: number;
  perOrganization: number;
  perPod: number;
}

const comeBackMs = [5_000, 15_000] as const;
const drainStepMs = 50;

/** Serves the stream of events to the clients of this pod. */
export class Streams {
  readonly #platform: Platform;
  readonly #hub: Hub;
  readonly #caps: StreamCaps;
  readonly #open = new Set<OpenStream>();
  readonly #counts = new Map<string, number>();
  #draining = false;

  constructor(platform: Platform) {
    const { SSE_MAX_PER_CREDENTIAL, SSE_MAX_PER_ORGANIZATION, SSE_MAX_PER_POD } = platform.config;
    this.#platform = platform;
    this.#hub = new Hub(platform);
    this.#caps = {
      perCredential: SSE_MAX_PER_CREDENTIAL,
      perOrganization: SSE_MAX_PER_ORGANIZATION,
      perPod: SSE_MAX_PER_POD,
    };
  }

  /** Streams that are open now. */
  get size(): number {
    return this.#open.size;
  }

  /** The part of the pipeline that serves streams; the caller has passed all of its checks. */
  async serve({ req, res, caller, query, reauthorize }: StreamRequest): Promise<void> {
    if (req.method === 'HEAD') {
      setHeaders(res);
      res.end();
      return;
    }
    const keys = countersOf(caller, this.#caps);
    if (this.#draining || keys.some(({ key, most }) => (this.#counts.get(key) ?? 0) >= most)) {
      sendAway(res);
      return;
    }
    for (const { key } of keys) this.#count(key, 1);
    try {
      const header = req.headers['last-event-id'];
      const last_event_id = Array.isArray(header) ? header[0] : header;
      await this.#follow({ res, caller, query: query as StreamQuery, last_event_id, reauthorize });
    } finally {
      for (const { key } of keys) this.#count(key, -1);
    }
  }

  /** Sends everybody away, spread over a few seconds, and takes nobody new. */
  async closeAll(overMs = 4_000): Promise<void> {
    this.#draining = true;
    const all = [...this.#open];
    const step = Math.max(1, Math.ceil((all.length * drainStepMs) / overMs));
    for (let from = 0; from < all.length; from += step) {
      for (const stream of all.slice(from, from + step)) stream.end();
      if (from + step < all.length) await pause(drainStepMs);
    }
    await this.#hub.stop();
  }

  async #follow(
    serving: Pick<StreamRequest, 'res' | 'caller' | 'reauthorize'> & {
      query: StreamQuery;
      last_event_id: string | undefined;
    },
  ): Promise<void> {
    const feed = await this.#hub.acquire(serving.caller.org_id);
    try {
      const stream = await OpenStream.prepare({ platform: this.#platform, hub: this.#hub, feed, ...serving });
      if (this.#draining) {
        sendAway(serving.res);
        return;
      }
      setHeaders(serving.res);
      this.#open.add(stream);
      await stream.run().finally(() => this.#open.delete(stream));
    } finally {
      this.#hub.release(feed);
    }
  }

  #count(key: string, by: number): void {
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** With status 200: on any other one a browser's EventSource gives up for good. */
function sendAway(res: Response): void {
  setHeaders(res);
  res.end(sendAwayFrame(jitter(...comeBackMs)));
}

function setHeaders(res: Response): void {
  res.setHeader('Content-Type', 'text/event-stream');
  // `no-transform` and `X-Accel-Buffering` keep proxies from collecting events before they pass them on.
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  // A stream that ends is to come back on a connection of its own, perhaps to another pod.
  res.setHeader('Connection', 'close');
}

function countersOf({ org_id, credential }: Caller, caps: StreamCaps): { key: string; most: number }[] {
  const own = !('id' in credential) ? credential.kind : `${credential.kind}:${credential.id}`;
  return [
    { key: 'pod', most: caps.perPod },
    { key: `organization:${org_id}`, most: caps.perOrganization },
    { key: `credential:${org_id}:${own}`, most: caps.perCredential },
  ];
}
