import { type Job as BullJob, Queue, WaitingError, Worker } from 'bullmq';
import { resolveEmits } from '../consequences/compile-consequences.ts';
import { areasOf } from '../endpoint/areas-of.ts';
import type { Platform } from '../platform.ts';
import { connectRedis, queuePrefix, type RedisConnection } from '../redis/connection.ts';
import { retryInfo } from '../redis/retry-info.ts';
import { DelayedWakeUps } from './delayed-wake-ups.ts';
import type { Lane, WakeUp } from './job.ts';
import { jobNotes, maxJobLogLines } from './job-notes.ts';
import { LaneRunMetrics } from './lane-run-metrics.ts';
import { LaneShares, queuesOf, slotsOf } from './shares/lane-shares.ts';
import { LaneUse } from './shares/lane-use.ts';

export { planWork, type WorkerPlan } from './worker-roles.ts';

/** Runs kept per queue, for operators: at most about 5 KB of Redis each. The backlog itself is in PostgreSQL. */
const retention = {
  removeOnComplete: { count: 50 },
  removeOnFail: { age: 7 * 24 * 3600, count: 50 },
  keepLogs: maxJobLogLines,
};
/** Nothing reads BullMQ's event streams. It keeps 10,000 entries by default. */
const maxStreamLength = 100;
/** Interval of sweeps in the whole installation. */
const defaultSweepMs = 5_000;
/** Maximum interval at which a worker checks whether a sweep is due. */
const maxSweepCheckMs = 1_000;
/** Time limit for closing idle workers: without Redis some would never close. */
const closeTimeoutMs = 3_000;

export class LaneQueues {
  readonly #platform: Platform;
  readonly #connection: RedisConnection;
  readonly #queues = new Map<string, Queue>();
  readonly #delayed = new DelayedWakeUps((wakeUp) => this.#enqueueNow([wakeUp]));
  readonly shares: LaneShares;
  readonly sweepEveryMs: number;

  constructor(platform: Platform, lanes: readonly Lane<never>[], sweepEveryMs = defaultSweepMs) {
    this.#platform = platform;
    this.sweepEveryMs = sweepEveryMs;
    this.#connection = connectRedis(platform.config, platform.log, 'command');
    retryInfo(this.#connection);
    const use = new LaneUse(platform, this.#connection);
    this.shares = new LaneShares(platform, use, (name) => this.#queues.get(name));
    for (const name of new Set(lanes.flatMap(queuesOf))) {
      const queue = new Queue(name, {
        connection: this.#connection as never,
        prefix: queuePrefix(platform.config, name),
        streams: { events: { maxLen: maxStreamLength } },
      });
      // The connection already logs that Redis is unavailable.
      queue.on('error', () => undefined);
      this.#queues.set(name, queue);
    }
  }

  get queues(): readonly Queue[] {
    return [...this.#queues.values()];
  }

  /**
   * Enqueues lanes, now or after the delay of their wake-up. A waiting lane is not enqueued twice; an active one is
   * enqueued again when it ends. Never fails: the sweeper finds lanes that could not be enqueued.
   */
  async enqueue(wakeUps: readonly WakeUp[]): Promise<void> {
    for (const wakeUp of wakeUps) if (wakeUp.delayMs) this.#delayed.add(wakeUp, wakeUp.delayMs);
    await this.#enqueueNow(wakeUps.filter(({ delayMs }) => !delayMs));
  }

  async #enqueueNow(wakeUps: readonly WakeUp[]): Promise<void> {
    for (const [name, some] of Map.groupBy(wakeUps, (wakeUp) => wakeUp.queue)) {
      const jobs = some.map((wakeUp) => ({
        name: wakeUp.key,
        data: wakeUp.payload,
        opts: {
          ...retention,
          deduplication: { id: wakeUp.key, keepLastIfActive: true },
          ...(wakeUp.priority && { priority: wakeUp.priority }),
        },
      }));
      await this.#bestEffort(this.#queues.get(name)?.addBulk(jobs));
    }
  }

  /**
   * Enqueues a lane at a later time, through a separate delayed job: a delayed job under the lane's own key would block
   * all immediate wake-ups.
   */
  async enqueueAt(wakeUp: WakeUp, at: Date): Promise<void> {
    const delay = Math.max(0, at.getTime() - this.#platform.clock.now().getTime());
    const deduplication = { id: `${wakeUp.key}${delayedSuffix}`, replace: true };
    await this.#bestEffort(
      this.#queues
        .get(wakeUp.queue)
        ?.add(`${wakeUp.key}${delayedSuffix}`, wakeUp, { ...retention, delay, deduplication }),
    );
  }

  /**
   * Returns true if this worker should sweep a queue now. At a fixed interval, one worker of the installation sweeps; a
   * worker that has just started always does. Without Redis nothing can be enqueued, so no other sweep starts.
   */
  async tryStartSweep(queue: string, isFirst: boolean): Promise<boolean> {
    const key = `${this.#platform.config.REDIS_PREFIX}:swept:${queue}`;
    const taken = isFirst
      ? this.#connection.set(key, '1', 'PX', this.sweepEveryMs)
      : this.#connection.set(key, '1', 'PX', this.sweepEveryMs, 'NX');
    return taken.then(
      (reply) => reply === 'OK',
      () => isFirst,
    );
  }

  /** @throws Error if Redis does not respond */
  async ping(): Promise<void> {
    await this.#connection.ping();
  }

  async close(): Promise<void> {
    await this.#delayed.flush();
    await Promise.allSettled(this.queues.map((queue) => queue.close()));
    this.#connection.disconnect();
  }

  async #bestEffort(adding: Promise<unknown> | undefined): Promise<void> {
    await adding?.catch((error: Error) =>
      this.#platform.log.debug({ error: error.message }, 'Could not enqueue a lane; the sweeper will'),
    );
  }
}

/** Suffix of the name of delayed jobs, whose data is the wake-up. */
const delayedSuffix = '-later';

/** Runs lanes in a worker process, and sweeps for due lanes that were not enqueued. */
export class LaneWorkers {
  readonly #platform: Platform;
  readonly #laneQueues: LaneQueues;
  readonly #lanes: readonly Lane<never>[];
  readonly #connection: RedisConnection;
  readonly #stopping = new AbortController();
  readonly #metrics: LaneRunMetrics;
  /** Callbacks that stop waiting for a run in progress. */
  readonly #inProgress = new Set<() => void>();
  #onIdle: () => void = () => undefined;
  #workers: Worker[] = [];
  #sweep: NodeJS.Timeout | null = null;
  #sweeping: Promise<void> | null = null;

  constructor(platform: Platform, laneQueues: LaneQueues, lanes: readonly Lane<never>[]) {
    this.#platform = platform;
    this.#laneQueues = laneQueues;
    this.#lanes = lanes;
    this.#metrics = new LaneRunMetrics(platform.metrics);
    this.#connection = connectRedis(platform.config, platform.log, 'blocking');
  }

  start(): void {
    for (const { queue } of this.#lanes) this.#metrics.declare(queue);
    this.#workers = this.#lanes.flatMap((declared) =>
      queuesOf(declared).map((queue) => this.#work(declared as unknown as Lane, queue)),
    );
    const sweep = (isFirst: boolean) => {
      this.#sweeping ??= this.#sweepOnce(isFirst).finally(() => {
        this.#sweeping = null;
      });
    };
    sweep(true);
    this.#sweep = setInterval(sweep, Math.min(maxSweepCheckMs, this.#laneQueues.sweepEveryMs), false);
  }

  /**
   * Takes no new jobs and lets runs in progress finish; returns those still running after `timeoutMs` to their queues.
   */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping.abort();
    if (this.#sweep) clearInterval(this.#sweep);
    const cutOffTimer = setTimeout(() => {
      for (const cutOff of this.#inProgress) cutOff();
    }, timeoutMs);
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    let closing: NodeJS.Timeout | undefined;
    this.#onIdle = () => {
      closing ??= setTimeout(resolve, closeTimeoutMs);
    };
    if (this.#inProgress.size === 0) this.#onIdle();
    const closed = Promise.allSettled([...this.#workers.map((worker) => worker.close()), this.#sweeping]);
    await Promise.race([closed, timedOut]);
    clearTimeout(cutOffTimer);
    clearTimeout(closing);
    this.#connection.disconnect();
  }

  #work(lane: Lane, queue: string): Worker {
    const worker = new Worker(queue, (job, token) => this.#run(lane, job, token), {
      connection: this.#connection as never,
      prefix: queuePrefix(this.#platform.config, queue),
      concurrency: slotsOf(lane, queue),
      // By default a second stall fails the job permanently; the backlog is in PostgreSQL anyway.
      maxStalledCount: 100,
      // The lane of a killed worker is blocked until its job is detected as stalled.
      lockDuration: 10_000,
      stalledInterval: 5_000,
    });
    worker.on('error', () => undefined);
    worker.on('failed', (job, error) =>
      this.#platform.log.error({ err: error, lane: job?.name, queue: lane.queue }, 'Lane run failed'),
    );
    return worker;
  }

  async #run(lane: Lane, job: BullJob, token?: string): Promise<void> {
    if (job.name.endsWith(delayedSuffix)) return this.#laneQueues.enqueue([job.data as WakeUp]);
    if (this.#stopping.signal.aborted) return returnToQueue(job, token);
    const payload = lane.payload.parse(job.data);
    const elsewhere = await this.#laneQueues.shares.findOtherPlace(lane, payload, job);
    if (elsewhere) {
      // Only runs are kept for operators.
      job.opts.removeOnComplete = true;
      return this.#laneQueues.enqueue([elsewhere]);
    }
    const nextRun = await this.#untilCutOff(this.#runOnce(lane, job, payload));
    if (nextRun === 'cut off') {
      const late = { lane: job.name, queue: lane.queue };
      this.#platform.log.warn(late, 'Lane run did not stop in time; returned to its queue');
      return returnToQueue(job, token);
    }
    if (!nextRun) return;
    const wakeUp = { queue: job.queueName, key: lane.key(payload), payload };
    // The lane is still active at this point, so an immediate wake-up takes effect when the run ends.
    if (nextRun <= this.#platform.clock.now()) await this.#laneQueues.enqueue([wakeUp]);
    else await this.#laneQueues.enqueueAt(wakeUp, nextRun);
  }

  async #runOnce(lane: Lane, job: BullJob, payload: unknown): Promise<Date | null> {
    const call = {
      platform: this.#platform,
      payload,
      origin: { request_id: `lane-${lane.key(payload)}`, ip: null, user_agent: null },
      emits: resolveEmits(areasOf(this.#platform), lane),
      log: this.#platform.log.child({ lane: job.name, queue: lane.queue }),
      note: jobNotes(job),
      signal: this.#stopping.signal,
    };
    const startedAt = performance.now();
    try {
      return await this.#metrics.run(lane.queue, job.name, () => lane.run(call));
    } finally {
      await this.#laneQueues.shares.addUse(lane, payload, performance.now() - startedAt);
    }
  }

  /** The result of a run, or `cut off` if the worker stops waiting for it. */
  async #untilCutOff<Result>(run: Promise<Result>): Promise<Result | 'cut off'> {
    const { promise, resolve } = Promise.withResolvers<'cut off'>();
    const cutOff = () => resolve('cut off');
    this.#inProgress.add(cutOff);
    run.catch(() => undefined);
    return Promise.race([run, promise]).finally(() => {
      this.#inProgress.delete(cutOff);
      if (this.#inProgress.size === 0) this.#onIdle();
    });
  }

  async #sweepOnce(isFirst: boolean): Promise<void> {
    for (const declared of this.#lanes as unknown as Lane[]) {
      if (!(await this.#laneQueues.tryStartSweep(declared.queue, isFirst))) continue;
      try {
        const { shares } = this.#laneQueues;
        const due = await declared.due(this.#platform);
        await this.#laneQueues.enqueue(await shares.wakeUps(declared, due));
        await shares.refresh(declared);
      } catch (error) {
        this.#platform.log.warn({ err: error, queue: declared.queue }, 'Sweep for due lanes failed');
      }
    }
  }
}

/**
 * Returns a job to its queue for another worker. Rows that its run has leased become available when their leases
 * expire, as after a crash.
 */
async function returnToQueue(job: BullJob, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
