import { lockCall, lockKey } from '../../../db/advisory-locks.ts';
import type { DirectConnection } from '../../../db/connections/direct-connection.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { allShards } from './relay-shards.ts';

const { sql, raw } = Prisma;

const shardLock = lockKey('relay_shard');
const sessionLock = lockKey('relay_session');

/** A shard that has had no leader for this long is taken by any relay. */
const orphanedMs = 2_000;
/** Minimum time for which a relay keeps such a shard. */
const adoptedMs = 30_000;

interface Lock {
  kind: number;
  key: number;
  is_mine: boolean;
}

/**
 * The shards that this relay leads, as locks of its session. Writes on the same connection succeed only while the
 * session holds these locks. All relays read the same locks and compute the same division, without communicating.
 */
export class Leadership {
  readonly #connection: DirectConnection;
  readonly #freeSince = new Map<number, number>();
  readonly #adoptedAt = new Map<number, number>();
  #shards: readonly number[] = [];
  #relays = 1;

  private constructor(connection: DirectConnection) {
    this.#connection = connection;
  }

  static async join(connection: DirectConnection): Promise<Leadership> {
    await connection.rows(sql`select ${raw(lockCall('lockShared', 'relay_session', 'pg_backend_pid()'))}`);
    return new Leadership(connection);
  }

  get shards(): readonly number[] {
    return this.#shards;
  }

  /** The number of relays at the last balancing. */
  get relays(): number {
    return this.#relays;
  }

  /** Takes missing shards and releases excess ones. Must not be called during a batch. */
  async balance(): Promise<void> {
    const locks = await this.#connection.rows<Lock>(sql`
      select l.classid::int as kind, l.objid::int as key, l.pid = pg_backend_pid() as is_mine from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid in (${shardLock}::int, ${sessionLock}::int)
        and l.database = (select d.oid from pg_database d where d.datname = current_database())`);
    const sessions = locks
      .filter(({ kind }) => kind === sessionLock)
      .sort((one, other) => one.key - other.key);
    const rank = sessions.findIndex(({ is_mine }) => is_mine);
    // Without the lock of the session, other relays do not count this one, and the division would be wrong.
    if (rank < 0) throw new Error('The relay lost its session');
    this.#relays = sessions.length;
    const held = locks.filter(({ kind }) => kind === shardLock);
    this.#shards = held.filter(({ is_mine }) => is_mine).map(({ key }) => key);
    const taken = new Set(held.map(({ key }) => key));
    const ideal = shardShare(rank, sessions.length);
    await this.#releaseExcess(ideal);
    await this.#acquireMissing(
      ideal,
      [...ideal, ...allShards].filter((shard) => !taken.has(shard)),
    );
  }

  /**
   * Releases excess shards: first those outside of the relay's own share, so that no shard moves twice. Shards that it
   * took from a relay that does not take them do not count: it would release its own instead.
   */
  async #releaseExcess(ideal: readonly number[]): Promise<void> {
    const now = performance.now();
    const releasable = this.#shards.filter(
      (shard) => now - (this.#adoptedAt.get(shard) ?? Number.NEGATIVE_INFINITY) > adoptedMs,
    );
    const excess = releasable.length - ideal.length;
    if (excess <= 0) return;
    const released = releasable
      .sort((one, other) => Number(ideal.includes(one)) - Number(ideal.includes(other)))
      .slice(0, excess);
    await this.#connection.rows(
      sql`select ${raw(lockCall('unlock', 'relay_shard', 'shard'))} from unnest(${released}::int[]) shard`,
    );
    this.#shards = this.#shards.filter((shard) => !released.includes(shard));
  }

  async #acquireMissing(ideal: readonly number[], free: readonly number[]): Promise<void> {
    const orphans = this.#orphans(free);
    const missing = Math.max(0, ideal.length - this.#shards.length);
    const candidates = [...new Set([...[...new Set(free)].slice(0, missing), ...orphans])];
    if (candidates.length === 0) return;
    const acquired = await this.#connection.rows<{ shard: number }>(
      sql`select shard from unnest(${candidates}::int[]) shard where ${raw(lockCall('tryLock', 'relay_shard', 'shard'))}`,
    );
    const now = performance.now();
    for (const { shard } of acquired) if (!ideal.includes(shard)) this.#adoptedAt.set(shard, now);
    this.#shards = [...this.#shards, ...acquired.map(({ shard }) => shard)];
  }

  /** Returns shards that their intended leader does not take: it may be connected but unable to take them. */
  #orphans(free: readonly number[]): number[] {
    const now = performance.now();
    for (const shard of this.#freeSince.keys()) if (!free.includes(shard)) this.#freeSince.delete(shard);
    for (const shard of free) if (!this.#freeSince.has(shard)) this.#freeSince.set(shard, now);
    return [...this.#freeSince].filter(([, since]) => now - since > orphanedMs).map(([shard]) => shard);
  }
}

/** The shards of one relay. The shares of all relays differ by at most one shard. */
function shardShare(rank: number, relays: number): number[] {
  return allShards.filter((shard) => shard % relays === rank);
}
