import type { Redis } from 'ioredis';
import { DirectConnection } from '../../db/connections/direct-connection.ts';
import type { Platform } from '../../platform.ts';
import type { Projection, WakeUp } from '../../queue/job.ts';
import { channels, connectSubscriber } from '../../redis/connection.ts';
import { configureProjection } from './projections/relay-projections.ts';
import { RelayBatches } from './relay-batches.ts';
import { RelayPublisher } from './relay-publisher.ts';
import { Leadership } from './sharing/relay-leadership.ts';

interface RelayOptions {
  projections: readonly Projection[];
  /** Enqueues lanes after the commit, best effort. */
  enqueue(wakeUps: readonly WakeUp[]): Promise<void>;
  batchSize?: number;
}

export interface RelayStatus {
  /** Number of shards that this relay leads. */
  leads: number;
  /** Number of relays in the installation, including this one; 0 if this relay has no connection. */
  relays: number;
  /** Events numbered since the relay started. */
  numbered: number;
  /** Failed projections of events since the relay started. */
  failures: number;
}

/** Minimum time between a batch that numbered all waiting events and the next one: commits within it share a batch. */
const minBatchIntervalMs = 20;
const delayMs = { busy: 30, idle: 200, failed: 1_000 };
const balanceEveryMs = 500;
const retryEveryMs = 1_000;

/**
 * Numbers committed events, runs projections and publishes the events. Any number of relays may run: they divide the
 * organizations, and replace a failed relay within seconds. Each uses its own connection. A crash between commit and
 * publishing loses nothing: streams read the log at a gap, and sweepers enqueue the lanes.
 */
export class Relay {
  readonly #platform: Platform;
  readonly #options: Required<RelayOptions>;
  readonly #publisher: RelayPublisher;
  readonly #subscription: Redis;
  #status: RelayStatus = { leads: 0, relays: 0, numbered: 0, failures: 0 };
  #stopping = false;
  #isFailing = false;
  #wake: (() => void) | null = null;
  #wasWoken = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(platform: Platform, options: RelayOptions) {
    this.#platform = platform;
    this.#options = { batchSize: 1_000, ...options };
    this.#publisher = new RelayPublisher(platform);
    this.#subscription = connectSubscriber(platform.config, platform.log);
  }

  get status(): RelayStatus {
    return this.#status;
  }

  start(): void {
    this.#subscription.on('message', () => this.#onWakeUp());
    this.#subscription.subscribe(channels(this.#platform.config).relayWakeUps).catch(() => undefined);
    this.#loop = this.#run();
  }

  /** Finishes the current batch, releases the shards, and stops. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#onWakeUp();
    await this.#loop;
    await this.#publisher.stop();
    this.#subscription.disconnect();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#lead().catch((error: unknown) => {
        if (!this.#isFailing) this.#platform.log.error({ err: error }, 'Relay failed; retrying');
        this.#isFailing = true;
      });
      this.#status = { ...this.#status, leads: 0, relays: 0 };
      if (!this.#stopping) await this.#sleep(delayMs.failed, false);
    }
  }

  /** Leads the relay's share of the shards until the connection is lost or the relay stops. */
  async #lead(): Promise<void> {
    const connection = await DirectConnection.open(this.#platform.config);
    try {
      const leadership = await Leadership.join(connection);
      const batches = this.#batchesOn(connection);
      let balanceAt = 0;
      let retryAt = 0;
      while (!this.#stopping) {
        const now = performance.now();
        if (now >= balanceAt) {
          await leadership.balance();
          this.#status = { ...this.#status, leads: leadership.shards.length, relays: leadership.relays };
          balanceAt = now + balanceEveryMs;
        }
        if (leadership.shards.length === 0) {
          await this.#sleep(balanceEveryMs, false);
          continue;
        }
        await this.#runBatch(batches, leadership.shards);
        if (now >= retryAt && (await batches.retry(leadership.shards)) === 0)
          retryAt = performance.now() + retryEveryMs;
      }
    } finally {
      await connection.close();
    }
  }

  #batchesOn(connection: DirectConnection): RelayBatches {
    return new RelayBatches({
      connection,
      projections: this.#options.projections.map((one) => configureProjection(one, this.#platform.config)),
      size: this.#options.batchSize,
      log: this.#platform.log,
      deliver: (events, wakeUps) => {
        this.#status = { ...this.#status, numbered: this.#status.numbered + events.length };
        this.#publisher.publish(events);
        if (wakeUps.length > 0) this.#publisher.runInBackground(() => this.#options.enqueue(wakeUps));
      },
      onFailures: (count) => {
        this.#status = { ...this.#status, failures: this.#status.failures + count };
      },
    });
  }

  /** Runs one batch, then waits unless there may be more events. */
  async #runBatch(batches: RelayBatches, shards: readonly number[]): Promise<void> {
    this.#wasWoken = false;
    const { events, more } = await batches.next(shards);
    if (this.#isFailing) this.#platform.log.info('Relay recovered');
    this.#isFailing = false;
    if (more) return;
    if (events === 0) return this.#sleep(delayMs.idle, true);
    await this.#sleep(minBatchIntervalMs, false);
    await this.#sleep(delayMs.busy, true);
  }

  #onWakeUp(): void {
    this.#wasWoken = true;
    this.#wake?.();
  }

  async #sleep(ms: number, canWake: boolean): Promise<void> {
    if (this.#stopping || (canWake && this.#wasWoken)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        if (!canWake && !this.#stopping) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
