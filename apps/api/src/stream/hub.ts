import { setTimeout as sleep } from 'node:timers/promises';
import {
  channels,
  connectSubscriber,
  type Platform,
  readHead,
  readHeads,
  readLogAfter,
  type StreamedEvent,
} from '@wfp/shared';
import type { Redis } from 'ioredis';
import type { Batch } from './delivery/batch.ts';
import { SendTurns } from './delivery/send-turns.ts';
import { Feed } from './feed.ts';
import { LogPages } from './log-pages.ts';
import type { Turn } from './semaphore.ts';

const pageSize = 200;
const pollIntervalMs = 1_000;
/** One of this many polls includes subscribed feeds, to find events whose messages were lost. */
const pollsPerSubscribedCheck = 5;
const maxIdlePolls = 10;
const maxRedisWaitMs = 1_000;

/**
 * Receives the numbered events of all organizations with streams on this pod, over one Redis connection with one
 * subscription per organization. Reads the log for events that Redis did not deliver: after each (re)subscription, at
 * gaps in the numbers, and when a poll of the database finds newer events. Polls run every five seconds, and every
 * second while there is no subscription.
 */
export class Hub {
  readonly #platform: Platform;
  readonly #redis: Redis;
  readonly #feeds = new Map<string, Feed>();
  readonly #opening = new WeakMap<Feed, Promise<void>>();
  readonly #idlePolls = new WeakMap<Feed, number>();
  /** Feeds that are reading the log; true if they must read again afterwards. */
  readonly #reading = new Map<Feed, boolean>();
  /** Events received in one turn of the event loop, so that each stream gets one write. */
  readonly #received = new Map<Feed, StreamedEvent[]>();
  readonly #pages: LogPages;
  readonly #sends = new SendTurns();
  readonly #timer: NodeJS.Timeout;
  /** Counts connections to Redis: a confirmation from an earlier connection is void. */
  #connection = 0;
  #polls = 0;
  #polling: Promise<void> | null = null;
  #stopped = false;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#pages = new LogPages((org_id, position) => readLogAfter(platform, org_id, position, pageSize));
    this.#redis = connectSubscriber(platform.config, platform.log);
    this.#redis.on('message', (channel: string, text: string) => this.#receive(channel, text));
    this.#redis.on('close', () => {
      this.#connection += 1;
      for (const feed of this.#feeds.values()) feed.isSubscribed = false;
    });
    this.#redis.on('ready', () => void this.#resubscribe());
    this.#timer = setInterval(() => {
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = null;
      });
    }, pollIntervalMs);
  }

  /** Returns the open feed of an organization. Pair with {@link release}. */
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
    this.#idlePolls.set(feed, 0);
  }

  /** Reads one page of the log for a stream that catches up, in its turn. */
  async readAfter(feed: Feed, position: number, turn: Turn): Promise<Batch> {
    return this.#pages.readAfter(feed, position, turn);
  }

  /** Sends a page to a stream, in its turn. */
  sendInTurn<Result>(turn: Turn, send: () => Result): Promise<Result> {
    return this.#sends.run(turn, send);
  }

  /** Reads the head of the log from the database, for positions ahead of this pod. */
  async headOf(feed: Feed): Promise<number> {
    return readHead(this.#platform, feed.org_id);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#redis.disconnect();
    await this.#polling;
  }

  #channelOf(org_id: number): string {
    return channels(this.#platform.config).events(org_id);
  }

  async #open(feed: Feed): Promise<void> {
    try {
      // Subscribe first, then read, so that no event is missed in between.
      await Promise.race([this.#subscribe([feed]), sleep(maxRedisWaitMs, undefined, { ref: false })]);
      feed.position = await readHead(this.#platform, feed.org_id);
      feed.isOpen = true;
    } catch (error) {
      this.#removeFeed(feed);
      throw error;
    }
    // Not awaited: under constant writes the read might never reach the end.
    void this.#readLog(feed);
  }

  /** Subscribes, then reads the log for events that were published before the confirmation. */
  async #subscribe(feeds: readonly Feed[]): Promise<void> {
    if (this.#redis.status !== 'ready' || feeds.length === 0) return;
    const connection = this.#connection;
    try {
      await this.#redis.subscribe(...feeds.map((feed) => this.#channelOf(feed.org_id)));
    } catch (error) {
      this.#platform.log.debug({ err: error }, 'Redis subscription failed; reading the log instead');
      return;
    }
    if (connection !== this.#connection) return;
    for (const feed of feeds) feed.isSubscribed = true;
    await Promise.all(feeds.map((feed) => this.#readLog(feed)));
  }

  /** ioredis resubscribes on reconnect but does not report the confirmation. */
  async #resubscribe(): Promise<void> {
    await this.#subscribe([...this.#feeds.values()]);
  }

  #receive(channel: string, text: string): void {
    const feed = this.#feeds.get(channel);
    // A feed without position cannot order the message; opening reads the log anyway.
    if (!feed?.isOpen) return;
    let events: StreamedEvent[];
    try {
      events = JSON.parse(text) as StreamedEvent[];
    } catch (error) {
      this.#platform.log.warn({ err: error, channel }, 'Could not parse a message from the relay');
      events = [];
    }
    if (events.length === 0) {
      void this.#readLog(feed);
      return;
    }
    if (this.#received.size === 0) setImmediate(() => this.#deliverReceived());
    const received = this.#received.get(feed);
    if (received) received.push(...events);
    else this.#received.set(feed, events);
  }

  #deliverReceived(): void {
    const all = [...this.#received];
    this.#received.clear();
    for (const [feed, events] of all) if (!feed.deliver(events)) void this.#readLog(feed);
  }

  /** Delivers all logged events after the feed's position. Never throws: the next poll retries. */
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
        this.#platform.log.warn({ err: error, org_id: feed.org_id }, 'Could not read the event log');
    } finally {
      this.#reading.delete(feed);
    }
  }

  async #readToEnd(feed: Feed): Promise<void> {
    while (!this.#stopped) {
      const page = await readLogAfter(this.#platform, feed.org_id, feed.position, pageSize);
      const last = page.at(-1);
      if (!last) return;
      // The gap is in the log: the missing events are lost.
      if (!feed.deliver(page)) feed.restart(last.seq);
    }
  }

  /** Compares positions with the heads in the database in one query; removes feeds without streams. */
  async #poll(): Promise<void> {
    this.#polls += 1;
    this.#sweep();
    const all = [...this.#feeds.values()].filter((feed) => feed.isOpen);
    const due = all.filter((feed) => !feed.isSubscribed || this.#polls % pollsPerSubscribedCheck === 0);
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
        this.#platform.log.warn({ err: error }, 'Could not read the heads of the event log');
    }
  }

  async #compare(feed: Feed, before: number, head: number): Promise<void> {
    if (head < before) feed.restart(head);
    else if (head > feed.position) await this.#readLog(feed);
  }

  #sweep(): void {
    for (const feed of this.#feeds.values()) {
      if (feed.streamCount > 0) continue;
      const polls = (this.#idlePolls.get(feed) ?? 0) + 1;
      this.#idlePolls.set(feed, polls);
      if (polls > maxIdlePolls) this.#removeFeed(feed);
    }
  }

  #removeFeed(feed: Feed): void {
    const channel = this.#channelOf(feed.org_id);
    if (this.#feeds.get(channel) !== feed) return;
    this.#feeds.delete(channel);
    if (this.#redis.status === 'ready') this.#redis.unsubscribe(channel).catch(() => undefined);
  }
}
