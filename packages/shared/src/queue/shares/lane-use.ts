import type { Platform } from '../../platform.ts';
import { queuePrefix, type RedisConnection } from '../../redis/connection.ts';

/** Time after which half of the used time counts. */
const halfLifeMs = 120_000;
/** Less time than this does not count, so that short runs are never postponed. */
const minMs = 2_000;
const maxMs = 1_024_000;
const expiresAfterMs = halfLifeMs * Math.log2(maxMs / minMs);

/**
 * The time that runs of a lane have used recently for each organization, in the whole installation. It is in Redis, and
 * is 0 while Redis is unavailable.
 */
export class LaneUse {
  readonly #platform: Platform;
  readonly #redis: RedisConnection;

  constructor(platform: Platform, redis: RedisConnection) {
    this.#platform = platform;
    this.#redis = redis;
  }

  /** Adds the duration of a run. At most one run of an organization is active, so reading before writing is safe. */
  async add(queue: string, org_id: number, durationMs: number): Promise<void> {
    const [before = 0] = await this.#read(queue, [org_id]);
    const value = `${Math.min(maxMs, before + durationMs)} ${this.#now()}`;
    await this.#redis.set(this.#key(queue, org_id), value, 'PX', expiresAfterMs).catch(() => undefined);
  }

  /** Returns a level for each organization: 0 for less than 2 s, and one more whenever the used time doubles. */
  async levels(queue: string, org_ids: readonly number[]): Promise<number[]> {
    const used = await this.#read(queue, org_ids);
    return used.map((ms) => (ms < minMs ? 0 : 1 + Math.floor(Math.log2(ms / minMs))));
  }

  async #read(queue: string, org_ids: readonly number[]): Promise<number[]> {
    if (org_ids.length === 0) return [];
    const none = org_ids.map(() => null);
    const values = await this.#redis.mget(org_ids.map((id) => this.#key(queue, id))).catch(() => none);
    return values.map((value) => {
      const [ms = 0, at = 0] = value?.split(' ').map(Number) ?? [];
      return ms * 0.5 ** (Math.max(0, this.#now() - at) / halfLifeMs);
    });
  }

  #now(): number {
    return this.#platform.clock.now().getTime();
  }

  #key(queue: string, org_id: number): string {
    return `${queuePrefix(this.#platform.config, queue)}:use:${queue}:${org_id}`;
  }
}
