import { type Job as BullJob, Queue, WaitingError, Worker } from 'bullmq';
import { resolveEmits } from '../consequences/reactions.ts';
import { areasOf } from '../endpoint/areas-of.ts';
import type { Platform } from '../platform.ts';
import { connectRedis, queuePrefix, type RedisConnection } from '../redis/connection.ts';
import type { Lane, WakeUp } from './job.ts';
import { jobNotes } from './job-notes.ts';
import { LaneRunMetrics } from './lane-run-metrics.ts';

export { planWork, type WorkerPlan } from './worker-roles.ts';

const retention = { removeOnComplete: { count: 500 }, removeOnFail: { age: 7 * 24 * 3600, count: 5_000 } };
/** How often the lanes of a queue are swept in the whole installation, and how often at most a worker asks whether to. */
const defaultSweepMs = 5_000;
const maxSweepCheckMs = 1_000;
/** What workers get to close in that have nothing under way: where Redis is away, some never would. */
const closeTimeoutMs = 3_000;

/** Rings lanes: puts "do what is due at this key" into their queues. */
export class LaneQueues {
  readonly #platform: Platform;
  readonly #connection: RedisConnection;
  readonly #queues = new Map<string, Queue>();
  readonly sweepEveryMs: number;

  constructor(platform: Platform, lanes: readonly Lane<never>[], sweepEveryMs = defaultSweepMs) {
    this.#platform = platform;
    this.sweepEveryMs = sweepEveryMs;
    this.#connection = connectRedis(platform.config, platform.log, 'command');
    for (const name of new Set(lanes.map((one) => one.queue))) {
      const queue = new Queue(name, {
        connection: this.#connection as never,
        prefix: queuePrefix(platform.config, name),
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
  async enqueue(rings: readonly WakeUp[]): Promise<void> {
    for (const [name, some] of Map.groupBy(rings, (ring) => ring.queue)) {
      const jobs = some.map((ring) => ({
        name: ring.key,
        data: ring.payload,
        opts: { ...retention, deduplication: { id: ring.key, keepLastIfActive: true } },
      }));
      await this.#best(this.#queues.get(name)?.addBulk(jobs));
    }
  }

  /**
   * Rings at a later time. The waiting bell is a job of its own that only rings, since a delayed job
   * under the lane's own key would keep the lane silent for everything that comes before.
   */
  async enqueueAt(ring: WakeUp, at: Date): Promise<void> {
    const delay = Math.max(0, at.getTime() - this.#platform.clock.now().getTime());
    const deduplication = { id: `${ring.key}${delayedSuffix}`, replace: true };
    await this.#best(
      this.#queues
        .get(ring.queue)
        ?.add(`${ring.key}${delayedSuffix}`, ring, { ...retention, delay, deduplication }),
    );
  }

  /**
   * Whether the caller is to sweep a queue now. One worker of all does, a while after the last one did; whoever
   * has just started does in any case. Never without Redis: nothing could be rung.
   */
  async tryStartSweep(queue: string, isFirst: boolean): Promise<boolean> {
    const key = `${this.#platform.config.REDIS_PREFIX}:swept:${queue}`;
    const taken = isFirst
      ? this.#connection.set(key, '1', 'PX', this.sweepEveryMs)
      : this.#connection.set(key, '1', 'PX', this.sweepEveryMs, 'NX');
    return taken.then(
      (answer) => answer === 'OK',
      () => isFirst,
    );
  }

  /** Resolves when Redis answers. @throws Error when it does not */
  async ping(): Promise<void> {
    await this.#connection.ping();
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
const delayedSuffix = '-later';

/** Runs lanes in a worker process, and sweeps for those that nobody rang. */
export class LaneWorkers {
  readonly #platform: Platform;
  readonly #bells: LaneQueues;
  readonly #lanes: readonly Lane<never>[];
  readonly #connection: RedisConnection;
  readonly #stopping = new AbortController();
  readonly #measured: LaneRunMetrics;
  /** What cuts each run off that is under way. */
  readonly #underWay = new Set<() => void>();
  #onIdle: () => void = () => undefined;
  #workers: Worker[] = [];
  #sweep: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> | null = null;

  constructor(platform: Platform, bells: LaneQueues, lanes: readonly Lane<never>[]) {
    this.#platform = platform;
    this.#bells = bells;
    this.#lanes = lanes;
    this.#measured = new LaneRunMetrics(platform.metrics);
    this.#connection = connectRedis(platform.config, platform.log, 'blocking');
  }

  start(): void {
    for (const { queue } of this.#lanes) this.#measured.declare(queue);
    this.#workers = this.#lanes.map((one) => this.#work(one as unknown as Lane));
    const sweep = (isFirst: boolean) => {
      this.#sweeping ??= this.#sweepOnce(isFirst).finally(() => {
        this.#sweeping = null;
      });
    };
    sweep(true);
    this.#sweep = setInterval(sweep, Math.min(maxSweepCheckMs, this.#bells.sweepEveryMs), false);
  }

  /** Takes nothing new, lets what is under way finish, and gives back what has not after `patienceMs`. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping.abort();
    if (this.#sweep) clearInterval(this.#sweep);
    const impatience = setTimeout(() => {
      for (const cutOff of this.#underWay) cutOff();
    }, patienceMs);
    const { promise: tooLong, resolve } = Promise.withResolvers<void>();
    let closing: NodeJS.Timeout | undefined;
    this.#onIdle = () => {
      closing ??= setTimeout(resolve, closeTimeoutMs);
    };
    if (this.#underWay.size === 0) this.#onIdle();
    const closed = Promise.allSettled([...this.#workers.map((worker) => worker.close()), this.#sweeping]);
    await Promise.race([closed, tooLong]);
    clearTimeout(impatience);
    clearTimeout(closing);
    this.#connection.disconnect();
  }

  #work(lane: Lane): Worker {
    const worker = new Worker(lane.queue, (job, token) => this.#run(lane, job, token), {
      connection: this.#connection as never,
      prefix: queuePrefix(this.#platform.config, lane.queue),
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

  async #run(lane: Lane, job: BullJob, token?: string): Promise<void> {
    if (job.name.endsWith(delayedSuffix)) return this.#bells.enqueue([job.data as WakeUp]);
    if (this.#stopping.signal.aborted) return returnToQueue(job, token);
    const payload = lane.payload.parse(job.data);
    const again = await this.#unlessCutOff(this.#runOnce(lane, job, payload));
    if (again === 'cut off') {
      const late = { lane: job.name, queue: lane.queue };
      this.#platform.log.warn(late, 'A lane took too long to stop; it goes back');
      return returnToQueue(job, token);
    }
    if (!again) return;
    const ring = { queue: lane.queue, key: lane.key(payload), payload };
    // The lane is still active here, so a ring for now is kept and delivered when it ends.
    if (again <= this.#platform.clock.now()) await this.#bells.enqueue([ring]);
    else await this.#bells.enqueueAt(ring, again);
  }

  #runOnce(lane: Lane, job: BullJob, payload: unknown): Promise<Date | null> {
    const call = {
      platform: this.#platform,
      payload,
      origin: { request_id: `lane-${lane.key(payload)}`, ip: null, user_agent: null },
      emits: resolveEmits(areasOf(this.#platform), lane),
      log: this.#platform.log.child({ lane: job.name, queue: lane.queue }),
      note: jobNotes(job),
      signal: this.#stopping.signal,
    };
    return this.#measured.run(lane.queue, job.name, () => lane.run(call));
  }

  /** What a run comes to, unless the worker may not wait for it any longer. */
  async #unlessCutOff<Result>(run: Promise<Result>): Promise<Result | 'cut off'> {
    const { promise, resolve } = Promise.withResolvers<'cut off'>();
    const cutOff = () => resolve('cut off');
    this.#underWay.add(cutOff);
    run.catch(() => undefined);
    return Promise.race([run, promise]).finally(() => {
      this.#underWay.delete(cutOff);
      if (this.#underWay.size === 0) this.#onIdle();
    });
  }

  async #sweepOnce(isFirst: boolean): Promise<void> {
    for (const one of this.#lanes as unknown as Lane[]) {
      if (!(await this.#bells.tryStartSweep(one.queue, isFirst))) continue;
      try {
        const due = await one.due(this.#platform);
        await this.#bells.enqueue(
          due.map((payload) => ({ queue: one.queue, key: one.key(payload), payload })),
        );
      } catch (error) {
        this.#platform.log.warn({ err: error, queue: one.queue }, 'A sweep for due lanes failed');
      }
    }
  }
}

/**
 * Has another worker take a job at once. What its run holds by a lease is taken over when that ends, as after a crash.
 */
async function returnToQueue(job: BullJob, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
