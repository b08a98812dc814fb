import { setTimeout as sleep } from 'node:timers/promises';
import { StreamClient, type StreamMessage } from '@wfp/testing/stream-client.ts';
import type { Pod } from '../processes/processes.ts';

export function pickRandom<One>(all: readonly One[]): One {
  return all[Math.floor(Math.random() * all.length)] as One;
}

/**
 * A stream client that disconnects after a random number of messages or a random time, and resumes on a random pod from
 * the last id it received, by header or by query.
 */
export class ReconnectingReader {
  readonly org_id: number;
  readonly messages: StreamMessage[] = [];
  /** The position after which it began. */
  readonly start: number;
  /** Statuses other than 200. */
  readonly rejections: number[] = [];
  connections = 0;
  readonly #token: string;
  readonly #filter: Record<string, string>;
  #position: string;
  #stopped = false;

  constructor(
    reader: { org_id: number; token: string; filter?: Record<string, string> },
    start: number | string,
  ) {
    this.org_id = reader.org_id;
    this.#token = reader.token;
    this.#filter = reader.filter ?? {};
    this.start = Number(start);
    this.#position = String(start);
  }

  get position(): number {
    return Number(this.#position);
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Reads until it is stopped. `pods` are the pods to which a load balancer would route. */
  async read(pods: () => readonly Pod[]): Promise<void> {
    while (!this.#stopped) {
      const stream = await this.#connect(pickRandom(pods())).catch(() => null);
      if (!stream) {
        // The pod is gone or was killed before it responded.
        await sleep(20);
        continue;
      }
      if (stream.status === 200) await this.#readFor(stream);
      await stream.close();
      if (stream.status !== 200) this.rejections.push(stream.status);
      this.messages.push(...stream.messages);
      if (stream.lastEventId !== '') this.#position = stream.lastEventId;
    }
  }

  async #connect(pod: Pod): Promise<StreamClient> {
    this.connections += 1;
    const query = new URLSearchParams(this.#filter);
    const headers: Record<string, string> = {};
    if (Math.random() < 0.5) headers.authorization = `Bearer ${this.#token}`;
    else query.set('token', this.#token);
    if (Math.random() < 0.5) headers['last-event-id'] = this.#position;
    else query.set('last_event_id', this.#position);
    const abort = new AbortController();
    const response = await fetch(`${pod.url}/api/events/stream?${query}`, { headers, signal: abort.signal });
    return new StreamClient(response, abort);
  }

  async #readFor(stream: StreamClient): Promise<void> {
    const messages = 1 + Math.random() ** 2 * 80;
    const leaveAt = performance.now() + 20 + Math.random() ** 2 * 3_000;
    const isEnough = () => stream.messages.length >= messages || performance.now() > leaveAt;
    while (!this.#stopped && !stream.isClosed && !isEnough()) await sleep(10);
  }
}
