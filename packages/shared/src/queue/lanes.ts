import { type Job as BullJob, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Platform } from '../platform.ts';
import { connectRedis } from '../redis/connection.ts';
import type { Lane, Ring } from './job.ts';

const keep = { removeOnComplete: { count: 500 }, removeOnFail: { age: 7 * 24 * 3600, count: 5_000 } };
const sweepEveryMs = 5_000;

/** Rings lanes: puts "do what is due at this key" into their queues. */
export class Bells {
  readonly #platform: Platform;
  readonly #connection: Redis;
  readonly #queues = new Map<string, Queue>();

  constructor(platform: Platform, lanes: readonly Lane<never>[]) {
    this.#platform = platform;
    this.#connection = connectRedis(platform.config, platform.log, 'command');
    for (const name of new Set(lanes.map((one) => one.queue))) {
      const queue = new Queue(name, {
        connection: this.#connection as never,
        prefix: platform.config.REDIS_PREFIX,
      });
      // The connection already logs that Redis is away.
      queue.on('error', () => undefined);
      this.#queues.set(name, queue);
    }
  }

  get queues(): readonly Queue[] {
    return [...this.#queues.values()];
  }

  /**
   * Rings now. A lane that already waits is not rung twice; one that is active is rung again when it
   * ends. Never fails: what is not rung is found by the sweeper.
   */
  async ring(rings: readonly Ring[]): Promise<void> {
    for (const [name, some] of Map.groupBy(rings, (ring) => ring.queue)) {
      const jobs = some.map((ring) => ({
        name: ring.key,
        data: ring.payload,
        opts: { ...keep, deduplication: { id: ring.key, keepLastIfActive: true } },
      }));
      await this.#best(this.#queues.get(name)?.addBulk(jobs));
    }
  }

  /**
   * Rings at a later time. The waiting bell is a job of its own that only rings, since a delayed job
   * under the lane's own key would keep the lane silent for everything that comes before.
   */
  async ringAt(ring: Ring, at: Date): Promise<void> {
    const delay = Math.max(0, at.getTime() - this.#platform.clock.now().getTime());
    const deduplication = { id: `${ring.key}${laterSuffix}`, replace: true };
    await this.#best(
      this.#queues.get(ring.queue)?.add(`${ring.key}${laterSuffix}`, ring, { ...keep, delay, deduplication }),
    );
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.queues.map((queue) => queue.close()));
    this.#connection.disconnect();
  }

  async #best(adding: Promise<unknown> | undefined): Promise<void> {
    await adding?.catch((error: Error) =>
      this.#platform.log.debug({ error: error.message }, 'A lane could not be rung; the sweeper will'),
    );
  }
}

/** What the name of a job ends in that waits for a time and then rings; its data is the ring. */
const laterSuffix = '-later';

/** Runs the lanes of a worker process, and sweeps for lanes that nobody rang. */
export class LaneWorkers {
  readonly #platform: Platform;
  readonly #bells: Bells;
  readonly #lanes: readonly Lane<never>[];
  readonly #connection: Redis;
  readonly #stopping = new AbortController();
  #workers: Worker[] = [];
  #sweep: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(platform: Platform, bells: Bells, lanes: readonly Lane<never>[]) {
    this.#platform = platform;
    this.#bells = bells;
    this.#lanes = lanes;
    this.#connection = connectRedis(platform.config, platform.log, 'blocking');
  }

  start(): void {
    this.#workers = this.#lanes.map((one) => this.#work(one as unknown as Lane));
    const sweep = () => {
      this.#sweeping = this.#sweepOnce();
    };
    sweep();
    this.#sweep = setInterval(sweep, sweepEveryMs);
  }

  /** Takes nothing new, lets what is under way finish, and returns. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#sweep) clearInterval(this.#sweep);
    await Promise.allSettled([...this.#workers.map((worker) => worker.close()), this.#sweeping]);
    this.#connection.disconnect();
  }

  #work(lane: Lane): Worker {
    const worker = new Worker(lane.queue, (job) => this.#run(lane, job), {
      connection: this.#connection as never,
      prefix: this.#platform.config.REDIS_PREFIX,
      concurrency: lane.concurrency,
      // A second stall would otherwise fail the job for good; the backlog is in PostgreSQL anyway.
      maxStalledCount: 100,
      // A lane whose worker was killed is silent until its job is found stalled.
      lockDuration: 10_000,
      stalledInterval: 5_000,
    });
    worker.on('error', () => undefined);
    worker.on('failed', (job, error) =>
      this.#platform.log.error({ err: error, lane: job?.name, queue: lane.queue }, 'A lane failed'),
    );
    return worker;
  }

  async #run(lane: Lane, job: BullJob): Promise<void> {
    if (job.name.endsWith(laterSuffix)) return this.#bells.ring([job.data as Ring]);
    const payload = lane.payload.parse(job.data);
    const again = await lane.run({
      platform: this.#platform,
      payload,
      origin: { request_id: `lane-${lane.key(payload)}`, ip: null, user_agent: null },
      emits: lane.emits ?? [],
      log: this.#platform.log.child({ lane: job.name, queue: lane.queue }),
      note: async (lines, progress) => {
        const written = [job.log(lines), progress && job.updateProgress(progress)];
        await Promise.allSettled(written);
      },
      signal: this.#stopping.signal,
    });
    if (!again) return;
    const ring = { queue: lane.queue, key: lane.key(payload), payload };
    // The lane is still active here, so a ring for now is kept and delivered when it ends.
    if (again <= this.#platform.clock.now()) await this.#bells.ring([ring]);
    else await this.#bells.ringAt(ring, again);
  }

  async #sweepOnce(): Promise<void> {
    for (const one of this.#lanes as unknown as Lane[]) {
      try {
        const due = await one.due(this.#platform);
        await this.#bells.ring(due.map((payload) => ({ queue: one.queue, key: one.key(payload), payload })));
      } catch (error) {
        this.#platform.log.warn({ err: error, queue: one.queue }, 'A sweep for due lanes failed');
      }
    }
  }
}
