import { setTimeout as pause } from 'node:timers/promises';
import {
  channels,
  connectRedis,
  type Platform,
  type RedisConnection,
  readHead,
  readHeads,
  readLogAfter,
  type StreamedEvent,
  watchSubscriber,
} from '@wfp/shared';
import { Feed } from './feed.ts';
import { Semaphore } from './semaphore.ts';

const pageSize = 200;
/** Streams that read the log at the same time: they must not take the connections from requests. */
const maxConcurrentReads = 2;
const pollIntervalMs = 1_000;
/** Looks between two of an organization whose subscription works: a net under messages that got lost. */
const pollsPerSubscribedCheck = 5;
const maxIdlePolls = 10;
const maxRedisWaitMs = 1_000;

/**
 * Brings the numbered events of the organizations that have streams on this pod: one Redis connection,
 * one subscription an organization. What Redis does not bring is read from the log: after each
 * (re)subscription, at each gap in the numbers, and every second while Redis is away.
 */
export class Hub {
  readonly #platform: Platform;
  readonly #redis: RedisConnection;
  readonly #feeds = new Map<string, Feed>();
  readonly #opening = new WeakMap<Feed, Promise<void>>();
  readonly #idleLooks = new WeakMap<Feed, number>();
  /** Feeds that are reading the log; true when they have to look once more afterwards. */
  readonly #reading = new Map<Feed, boolean>();
  /** What came in one turn of the event loop: one write to each stream, however many messages it was. */
  readonly #arrived = new Map<Feed, StreamedEvent[]>();
  readonly #turnstile = new Semaphore(maxConcurrentReads);
  readonly #timer: NodeJS.Timeout;
  /** Counts the connections to Redis: a confirmation from an earlier one is worth nothing. */
  #connection = 0;
  #looks = 0;
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#redis = connectRedis(platform.config, platform.log, 'blocking');
    this.#redis.on('message', (channel: string, text: string) => this.#receive(channel, text));
    const lost = () => {
      this.#connection += 1;
      for (const feed of this.#feeds.values()) feed.isSubscribed = false;
    };
    watchSubscriber(this.#redis, lost, () => void this.#resubscribe());
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
      });
    }, pollIntervalMs);
  }

  /** The feed of an organization, opened. Give it back with {@link release}. */
  async acquire(org_id: number): Promise<Feed> {
    const channel = this.#channelOf(org_id);
    let feed = this.#feeds.get(channel);
    if (!feed) {
      feed = new Feed(org_id);
      this.#feeds.set(channel, feed);
      this.#opening.set(feed, this.#open(feed));
    }
    feed.streamCount += 1;
    try {
      await this.#opening.get(feed);
    } catch (error) {
      feed.streamCount -= 1;
      throw error;
    }
    return feed;
  }

  release(feed: Feed): void {
    feed.streamCount -= 1;
    this.#idleLooks.set(feed, 0);
  }

  /** A page of the log for a stream that catches up. */
  async readAfter(feed: Feed, position: number): Promise<StreamedEvent[]> {
    return this.#turnstile.run(() => readLogAfter(this.#platform, feed.org_id, position, pageSize));
  }

  /** The head of an organization's log, for a position this pod has not come to yet. */
  async headOf(feed: Feed): Promise<number> {
    return readHead(this.#platform, feed.org_id);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#redis.disconnect();
    await this.#looking;
  }

  #channelOf(org_id: number): string {
    return channels(this.#platform.config).events(org_id);
  }

  async #open(feed: Feed): Promise<void> {
    try {
      // Subscribed first and read afterwards: an event is in the one or in the other.
      await Promise.race([this.#subscribe([feed]), pause(maxRedisWaitMs, undefined, { ref: false })]);
      feed.position = await readHead(this.#platform, feed.org_id);
      feed.isOpen = true;
    } catch (error) {
      this.#forget(feed);
      throw error;
    }
    // Nobody waits for its end: where events never cease, that would be for ever.
    void this.#readLog(feed);
  }

  /** Reads the log when it is confirmed: until then Redis brought nothing. */
  async #subscribe(feeds: readonly Feed[]): Promise<void> {
    if (this.#redis.status !== 'ready' || feeds.length === 0) return;
    const connection = this.#connection;
    try {
      await this.#redis.subscribe(...feeds.map((feed) => this.#channelOf(feed.org_id)));
    } catch (error) {
      this.#platform.log.debug({ err: error }, 'A subscription failed; the log is read meanwhile');
      return;
    }
    if (connection !== this.#connection) return;
    for (const feed of feeds) feed.isSubscribed = true;
    await Promise.all(feeds.map((feed) => this.#readLog(feed)));
  }

  /** The client library subscribes anew by itself but does not say when that is confirmed. */
  async #resubscribe(): Promise<void> {
    await this.#subscribe([...this.#feeds.values()]);
  }

  #receive(channel: string, text: string): void {
    const feed = this.#feeds.get(channel);
    // Before it is open nothing is known that the message could follow; opening ends with a look at the log.
    if (!feed?.isOpen) return;
    let events: StreamedEvent[];
    try {
      events = JSON.parse(text) as StreamedEvent[];
    } catch (error) {
      this.#platform.log.warn({ err: error, channel }, 'A message of the relay could not be read');
      events = [];
    }
    if (events.length === 0) {
      void this.#readLog(feed);
      return;
    }
    if (this.#arrived.size === 0) setImmediate(() => this.#passOn());
    const arrived = this.#arrived.get(feed);
    if (arrived) arrived.push(...events);
    else this.#arrived.set(feed, events);
  }

  #passOn(): void {
    const all = [...this.#arrived];
    this.#arrived.clear();
    for (const [feed, events] of all) if (!feed.deliver(events)) void this.#readLog(feed);
  }

  /** Passes on whatever the log has after the feed's position. Never fails: the next look tries again. */
  async #readLog(feed: Feed): Promise<void> {
    if (!feed.isOpen || this.#reading.has(feed)) {
      if (feed.isOpen) this.#reading.set(feed, true);
      return;
    }
    try {
      do {
        this.#reading.set(feed, false);
        await this.#readToEnd(feed);
      } while (this.#reading.get(feed) && !this.#stopped);
    } catch (error) {
      if (!this.#stopped)
        this.#platform.log.warn({ err: error, org_id: feed.org_id }, 'The event log could not be read');
    } finally {
      this.#reading.delete(feed);
    }
  }

  async #readToEnd(feed: Feed): Promise<void> {
    while (!this.#stopped) {
      const page = await readLogAfter(this.#platform, feed.org_id, feed.position, pageSize);
      const last = page.at(-1);
      if (!last) return;
      // A hole in the log itself: what was there is gone for everybody.
      if (!feed.deliver(page)) feed.restart(last.seq);
    }
  }

  /** Compares positions with the heads in the database, one query for all; forgets who has no streams. */
  async #look(): Promise<void> {
    this.#looks += 1;
    this.#sweep();
    const all = [...this.#feeds.values()].filter((feed) => feed.isOpen);
    const due = all.filter((feed) => !feed.isSubscribed || this.#looks % pollsPerSubscribedCheck === 0);
    if (due.length === 0) return;
    const before = new Map(due.map((feed) => [feed, feed.position]));
    try {
      const heads = await readHeads(
        this.#platform,
        due.map((feed) => feed.org_id),
      );
      await Promise.all(
        due.map((feed) => this.#compare(feed, before.get(feed) ?? 0, heads.get(feed.org_id) ?? 0)),
      );
    } catch (error) {
      if (!this.#stopped)
        this.#platform.log.warn({ err: error }, 'The heads of the event log could not be read');
    }
  }

  async #compare(feed: Feed, before: number, head: number): Promise<void> {
    if (head < before) feed.restart(head);
    else if (head > feed.position) await this.#readLog(feed);
  }

  #sweep(): void {
    for (const feed of this.#feeds.values()) {
      if (feed.streamCount > 0) continue;
      const looks = (this.#idleLooks.get(feed) ?? 0) + 1;
      this.#idleLooks.set(feed, looks);
      if (looks > maxIdlePolls) this.#forget(feed);
    }
  }

  #forget(feed: Feed): void {
    const channel = this.#channelOf(feed.org_id);
    if (this.#feeds.get(channel) !== feed) return;
    this.#feeds.delete(channel);
    if (this.#redis.status === 'ready') this.#redis.unsubscribe(channel).catch(() => undefined);
  }
}
