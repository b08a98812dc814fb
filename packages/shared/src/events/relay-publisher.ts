import type { Redis } from 'ioredis';
import type { Platform } from '../platform.ts';
import { channels, connectRedis } from '../redis/connection.ts';
import { type LoggedEvent, toStreamedEvent } from './streamed-event.ts';

/** Events in one Redis message: large enough to be cheap, small enough not to stall a pod. */
const mostInMessage = 100;
/** Batches that Redis has not confirmed: further ones are left to the pods, which read the log where a number is missing. */
const mostUnconfirmed = 8;

/**
 * Passes numbered events on to the pods, and lets nobody wait for it: they can read the log, and
 * whoever would be rung is found by the sweeper.
 */
export class RelayPublisher {
  readonly #platform: Platform;
  readonly #redis: Redis;
  readonly #unconfirmed = new Set<Promise<void>>();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#redis = connectRedis(platform.config, platform.log, 'command');
  }

  /** Messages leave in the order in which this is called. Each event is serialized here, once for all pods and clients. */
  publish(events: readonly LoggedEvent[]): void {
    if (events.length === 0 || this.#redis.status !== 'ready' || this.#isBehind) return;
    const pipeline = this.#redis.pipeline();
    for (const [org_id, all] of Map.groupBy(events, (event) => event.org_id)) {
      for (let from = 0; from < all.length; from += mostInMessage) {
        const part = all.slice(from, from + mostInMessage);
        pipeline.publish(channels(this.#platform.config).events(org_id), this.#message(part));
      }
    }
    this.afterwards(() => pipeline.exec());
  }

  /** Runs what Redis is needed for, best effort; nothing where too much of it is under way. */
  afterwards(work: () => Promise<unknown>): void {
    if (this.#isBehind) return;
    const done: Promise<void> = work()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => this.#unconfirmed.delete(done));
    this.#unconfirmed.add(done);
  }

  /** Waits for what is under way, and closes. */
  async stop(): Promise<void> {
    await Promise.all(this.#unconfirmed);
    this.#redis.disconnect();
  }

  get #isBehind(): boolean {
    return this.#unconfirmed.size >= mostUnconfirmed;
  }

  /** A message without events makes pods read the log. */
  #message(events: readonly LoggedEvent[]): string {
    try {
      return JSON.stringify(events.map(toStreamedEvent));
    } catch (error) {
      this.#platform.log.error({ err: error, org_id: events[0]?.org_id }, 'Events could not be serialized');
      return '[]';
    }
  }
}
