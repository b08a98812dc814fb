import type { Queue } from 'bullmq';
import { findUnverified } from '../../organization-state.store.ts';
import type { Platform } from '../../platform.ts';
import type { Lane, WakeUp } from '../job.ts';
import type { LaneUse } from './lane-use.ts';

/** Lanes with a higher level than this many others are not moved forward when their used time decays. */
const maxRefreshed = 1_000;

/** Unverified organizations have one part of as many slots as the others. */
const unverifiedParts = 2;

type SharedQueue = Pick<Queue, 'getPrioritized' | 'getJobCountByTypes'>;

/** Returns the queue in which the lanes of unverified organizations wait. */
const unverifiedQueue = (queue: string) => `${queue}-unverified`;

/** Returns the queues of a lane: one, or a second one for unverified organizations. */
export function queuesOf({ queue, sharedBy }: Pick<Lane<never>, 'queue' | 'sharedBy'>): string[] {
  return sharedBy ? [queue, unverifiedQueue(queue)] : [queue];
}

/**
 * Returns the number of runs of one of a lane's queues that a worker has at the same time. Unverified organizations have
 * half as many as the others, in addition, and at least one, so that the others never wait for them.
 */
export function slotsOf({ queue, concurrency }: Pick<Lane, 'queue' | 'concurrency'>, one: string): number {
  return one === queue ? concurrency : Math.max(1, Math.floor(concurrency / unverifiedParts));
}

/**
 * Divides the slots of lanes that declare `sharedBy` among organizations. Unverified organizations have a queue of their
 * own. In each queue, organizations that have used much time recently go behind the others: BullMQ runs jobs with the
 * lowest priority number first, which is the level of {@link LaneUse}.
 */
export class LaneShares {
  readonly #platform: Platform;
  readonly #use: LaneUse;
  readonly #findQueue: (name: string) => SharedQueue | undefined;

  constructor(platform: Platform, use: LaneUse, findQueue: (name: string) => SharedQueue | undefined) {
    this.#platform = platform;
    this.#use = use;
    this.#findQueue = findQueue;
  }

  /** Returns wake-ups for payloads, each for the queue of its organization. */
  async wakeUps(lane: Lane, payloads: readonly unknown[]): Promise<WakeUp[]> {
    const { queue, sharedBy } = lane;
    const unverified = sharedBy
      ? await findUnverified(this.#platform, [...new Set(payloads.map(sharedBy))])
      : new Set();
    return payloads.map((payload) => ({
      queue: sharedBy && unverified.has(sharedBy(payload)) ? unverifiedQueue(queue) : queue,
      key: lane.key(payload),
      payload,
    }));
  }

  /**
   * Returns the wake-up that must replace a job which is about to run: in the queue of its organization, or behind others
   * that wait and have used less time. Returns null if the job may run.
   */
  async findOtherPlace(
    lane: Lane,
    payload: unknown,
    { queueName, priority }: { queueName: string; priority: number },
  ): Promise<WakeUp | null> {
    if (!lane.sharedBy) return null;
    const [wakeUp] = await this.wakeUps(lane, [payload]);
    if (!wakeUp) return null;
    if (wakeUp.queue !== queueName) return wakeUp;
    const [level = 0] = await this.#use.levels(lane.queue, [lane.sharedBy(payload)]);
    if (level <= priority || !(await this.#hasWaiting(queueName))) return null;
    return { ...wakeUp, priority: level };
  }

  /** Adds the duration of a run to the time that its organization has used. */
  async addUse({ queue, sharedBy }: Lane, payload: unknown, durationMs: number): Promise<void> {
    if (sharedBy) await this.#use.add(queue, sharedBy(payload), durationMs);
  }

  /** Moves waiting lanes forward whose used time has decayed, so that none waits forever behind new ones. */
  async refresh({ queue, sharedBy, payload }: Lane): Promise<void> {
    if (!sharedBy) return;
    for (const name of queuesOf({ queue, sharedBy })) {
      const waiting = (await this.#findQueue(name)?.getPrioritized(0, maxRefreshed - 1)) ?? [];
      const ids = waiting.map((job) => sharedBy(payload.parse(job.data)));
      const levels = await this.#use.levels(queue, ids);
      for (const [index, job] of waiting.entries()) {
        const priority = levels[index] ?? 0;
        if (priority < job.priority) await job.changePriority({ priority });
      }
    }
  }

  async #hasWaiting(queue: string): Promise<boolean> {
    const waiting = await this.#findQueue(queue)?.getJobCountByTypes('wait', 'prioritized');
    return (waiting ?? 0) > 0;
  }
}
