import type { Platform } from '../../platform.ts';
import { channels, connectRedis, type RedisConnection } from '../../redis/connection.ts';
import { type LoggedEvent, toStreamedEvent } from '../streamed-event.ts';

/** Maximum events in one Redis message: large enough to be cheap, small enough not to stall a pod. */
const maxEventsPerMessage = 100;
/** Maximum batches that Redis has not confirmed; above it, pods are notified to read the log instead. */
const maxUnconfirmed = 8;

/**
 * Publishes numbered events to the pods without blocking the relay: pods can also read the log, and the sweeper finds
 * lanes that were not woken.
 */
export class RelayPublisher {
  readonly #platform: Platform;
  readonly #redis: RedisConnection;
  readonly #unconfirmed = new Set<Promise<void>>();
  /** Organizations with unpublished events, which pods would otherwise find by polling, seconds later. */
  readonly #unpublished = new Set<number>();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#redis = connectRedis(platform.config, platform.log, 'command');
    this.#redis.on('ready', () => this.#notifyPods());
  }

  /** Sends messages in call order. Each event is serialized once for all pods and clients. */
  publish(events: readonly LoggedEvent[]): void {
    if (events.length === 0) return;
    const byOrganization = Map.groupBy(events, (event) => event.org_id);
    const markUnpublished = () => {
      for (const org_id of byOrganization.keys()) this.#unpublished.add(org_id);
    };
    if (!this.#canSend) {
      markUnpublished();
      return;
    }
    const pipeline = this.#redis.pipeline();
    for (const [org_id, all] of byOrganization) {
      for (let from = 0; from < all.length; from += maxEventsPerMessage) {
        const part = all.slice(from, from + maxEventsPerMessage);
        pipeline.publish(channels(this.#platform.config).events(org_id), this.#message(part));
      }
    }
    this.runInBackground(async () => {
      const replies = await pipeline.exec().catch(() => null);
      if (!replies || replies.some(([error]) => error)) markUnpublished();
    });
  }

  /** Runs work that needs Redis, best effort; skips it if too much is pending. */
  runInBackground(work: () => Promise<unknown>): void {
    if (this.#isBehind) return;
    const done: Promise<void> = work()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#unconfirmed.delete(done);
        this.#notifyPods();
      });
    this.#unconfirmed.add(done);
  }

  /** Waits for pending work, and closes the connection. */
  async stop(): Promise<void> {
    await Promise.all(this.#unconfirmed);
    this.#redis.disconnect();
  }

  get #canSend(): boolean {
    return this.#redis.status === 'ready' && !this.#isBehind;
  }

  get #isBehind(): boolean {
    return this.#unconfirmed.size >= maxUnconfirmed;
  }

  /** Notifies the pods of unpublished events; once, because pods poll eventually. */
  #notifyPods(): void {
    if (this.#unpublished.size === 0 || !this.#canSend) return;
    const pipeline = this.#redis.pipeline();
    for (const org_id of this.#unpublished)
      pipeline.publish(channels(this.#platform.config).events(org_id), this.#message([]));
    this.#unpublished.clear();
    this.runInBackground(() => pipeline.exec());
  }

  /** A message without events makes pods read the log. */
  #message(events: readonly LoggedEvent[]): string {
    try {
      return JSON.stringify(events.map(toStreamedEvent));
    } catch (error) {
      this.#platform.log.error({ err: error, org_id: events[0]?.org_id }, 'Could not serialize events');
      return '[]';
    }
  }
}
