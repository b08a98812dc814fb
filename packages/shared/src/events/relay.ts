import type { Redis } from 'ioredis';
import { Prisma } from '../db/generated/client.ts';
import { operateSteps, type RelayTransaction } from '../db/operational.ts';
import { stableMark } from '../db/statement-names.ts';
import type { Platform } from '../platform.ts';
import type { NumberedEvent, Projection, Ring } from '../queue/job.ts';
import { channels, connectRedis } from '../redis/connection.ts';
import { claim, leads } from './relay-claim.ts';
import {
  eventRecordColumns,
  eventVisibilityColumns,
  type LoggedEvent,
  toStreamedEvent,
} from './streamed-event.ts';

interface RelayOptions {
  projections: readonly Projection[];
  /** Rings lanes after the commit, best effort. */
  ring(rings: readonly Ring[]): Promise<void>;
  batchSize?: number;
}

interface Batch {
  led: boolean;
  events: LoggedEvent[];
  rings: Ring[];
}

/** The shortest time between two batches: what commits meanwhile shares one. */
const restMs = 20;
const pauseMs = { busy: 30, idle: 200, notLeading: 500, failed: 1_000 };
/** Events in one Redis message: large enough to be cheap, small enough not to stall a pod. */
const mostInMessage = 100;

/**
 * Numbers committed events, writes what follows from them, and passes them on. Any number of relays may
 * run: one leads at a time, and another takes over the moment the leader's transaction is gone.
 * A crash between commit and publishing loses nothing: streams read the log where they see a gap, and
 * sweepers ring the lanes.
 */
export class Relay {
  readonly #platform: Platform;
  readonly #options: Required<RelayOptions>;
  readonly #publisher: Redis;
  readonly #nudges: Redis;
  #stopping = false;
  #wake: (() => void) | null = null;
  #nudged = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(platform: Platform, options: RelayOptions) {
    this.#platform = platform;
    this.#options = { batchSize: 500, ...options };
    this.#publisher = connectRedis(platform.config, platform.log, 'command');
    this.#nudges = connectRedis(platform.config, platform.log, 'blocking');
  }

  start(): void {
    this.#nudges.on('message', () => this.#nudge());
    this.#nudges.subscribe(channels(this.#platform.config).nudge).catch(() => undefined);
    this.#loop = this.#run();
  }

  /** Finishes the batch under way and stops. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#nudge();
    await this.#loop;
    this.#publisher.disconnect();
    this.#nudges.disconnect();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const pause = await this.#tick().catch((error: unknown) => {
        this.#platform.log.error({ err: error }, 'The relay could not finish a batch; it will try again');
        return pauseMs.failed;
      });
      if (pause > 0) await this.#sleep(pause);
    }
  }

  /** One batch; returns how long to wait before the next, 0 for not at all. */
  async #tick(): Promise<number> {
    this.#nudged = false;
    const batch = await operateSteps(this.#platform, (tx) => this.#project(tx));
    if (!batch.led) return pauseMs.notLeading;
    if (batch.events.length === 0) return pauseMs.idle;
    await Promise.all([this.#publish(batch.events), this.#options.ring(batch.rings)]);
    if (batch.events.length >= this.#options.batchSize) return 0;
    await new Promise((resolve) => setTimeout(resolve, restMs));
    return pauseMs.busy;
  }

  async #project(tx: RelayTransaction): Promise<Batch> {
    if (!(await leads(tx))) return { led: false, events: [], rings: [] };
    const numbered = await claim(tx, this.#options.batchSize);
    if (numbered.length === 0) return { led: true, events: [], rings: [] };
    const rings: Ring[] = [];
    for (const projection of this.#options.projections)
      rings.push(...(await projection.project(tx, numbered)));
    return { led: true, events: await readNumbered(tx, numbered), rings };
  }

  async #publish(events: readonly LoggedEvent[]): Promise<void> {
    const byOrg = Map.groupBy(events, (event) => event.org_id);
    const pipeline = this.#publisher.pipeline();
    for (const [org_id, all] of byOrg) {
      for (let from = 0; from < all.length; from += mostInMessage) {
        const part = all.slice(from, from + mostInMessage).map(toStreamedEvent);
        pipeline.publish(channels(this.#platform.config).events(org_id), JSON.stringify(part));
      }
    }
    // Without Redis the pods read the log by themselves.
    await pipeline.exec().catch(() => undefined);
  }

  #nudge(): void {
    this.#nudged = true;
    this.#wake?.();
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#nudged) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}

/** The events of a batch with all that streams need, in the order of their numbers. */
async function readNumbered(
  tx: RelayTransaction,
  numbered: readonly NumberedEvent[],
): Promise<LoggedEvent[]> {
  return tx.rows<LoggedEvent>(Prisma.sql`${Prisma.raw(stableMark)}
    select n.seq::float8 as seq, ${eventRecordColumns}, ${eventVisibilityColumns}
    from unnest(${numbered.map((one) => one.org_id)}::int[], ${numbered.map((one) => one.event_id)}::int8[],
                ${numbered.map((one) => one.seq)}::int8[]) n(org_id, event_id, seq)
    join events e on e.org_id = n.org_id and e.id = n.event_id order by n.org_id, n.seq`);
}
