import { lockCall, lockKey } from '../../db/advisory-locks.ts';
import type { DirectConnection } from '../../db/connections/direct-connection.ts';
import { Prisma } from '../../db/generated/client.ts';
import { allShards } from './relay-shards.ts';

const { sql, raw } = Prisma;

const leads = lockKey('relay_shard');
const isThere = lockKey('relay_session');

/** A shard that nobody leads for so long is taken by whoever sees it, and kept for a while. */
const orphanedMs = 2_000;
const adoptedMs = 30_000;

interface Lock {
  kind: number;
  key: number;
  is_mine: boolean;
}

/**
 * The shards that this relay leads: locks of its session, so that what it writes on the same connection is
 * written as their leader or not at all. All relays see who else is there and come to the same division,
 * without talking to each other.
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

  /** Joins the relays of the installation. */
  static async join(connection: DirectConnection): Promise<Leadership> {
    await connection.rows(sql`select ${raw(lockCall('lockShared', 'relay_session', 'pg_backend_pid()'))}`);
    return new Leadership(connection);
  }

  get shards(): readonly number[] {
    return this.#shards;
  }

  /** How many relays were there when it last looked. */
  get relays(): number {
    return this.#relays;
  }

  /** Takes what this relay has too few of, and gives back what it has too many of. Never during a batch. */
  async balance(): Promise<void> {
    const locks = await this.#connection.rows<Lock>(sql`
      select l.classid::int as kind, l.objid::int as key, l.pid = pg_backend_pid() as is_mine from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid in (${leads}::int, ${isThere}::int)
        and l.database = (select d.oid from pg_database d where d.datname = current_database())`);
    const there = locks.filter(({ kind }) => kind === isThere).sort((one, other) => one.key - other.key);
    const rank = there.findIndex(({ is_mine }) => is_mine);
    // Without it others do not count with this relay, and it must not count on being one of them.
    if (rank < 0) throw new Error('The relay has lost its session');
    this.#relays = there.length;
    const held = locks.filter(({ kind }) => kind === leads);
    this.#shards = held.filter(({ is_mine }) => is_mine).map(({ key }) => key);
    const taken = new Set(held.map(({ key }) => key));
    const ideal = shardShare(rank, there.length);
    await this.#giveBack(ideal);
    await this.#take(
      ideal,
      [...ideal, ...allShards].filter((shard) => !taken.has(shard)),
    );
  }

  /** Those of its own share go last, so that nobody has to move twice. */
  async #giveBack(ideal: readonly number[]): Promise<void> {
    const excess = this.#shards.length - ideal.length;
    if (excess <= 0) return;
    const now = performance.now();
    const given = this.#shards
      .filter((shard) => now - (this.#adoptedAt.get(shard) ?? Number.NEGATIVE_INFINITY) > adoptedMs)
      .sort((one, other) => Number(ideal.includes(one)) - Number(ideal.includes(other)))
      .slice(0, excess);
    if (given.length === 0) return;
    await this.#connection.rows(
      sql`select ${raw(lockCall('unlock', 'relay_shard', 'shard'))} from unnest(${given}::int[]) shard`,
    );
    for (const shard of given) this.#adoptedAt.delete(shard);
    this.#shards = this.#shards.filter((shard) => !given.includes(shard));
  }

  async #take(ideal: readonly number[], free: readonly number[]): Promise<void> {
    const orphans = this.#orphans(free);
    const missing = Math.max(0, ideal.length - this.#shards.length);
    const wanted = [...new Set([...[...new Set(free)].slice(0, missing), ...orphans])];
    if (wanted.length === 0) return;
    const got = await this.#connection.rows<{ shard: number }>(
      sql`select shard from unnest(${wanted}::int[]) shard where ${raw(lockCall('tryLock', 'relay_shard', 'shard'))}`,
    );
    const now = performance.now();
    for (const { shard } of got) if (!ideal.includes(shard)) this.#adoptedAt.set(shard, now);
    this.#shards = [...this.#shards, ...got.map(({ shard }) => shard)];
  }

  /** Shards that whoever should lead them does not take: it may be there and still not be able to. */
  #orphans(free: readonly number[]): number[] {
    const now = performance.now();
    for (const shard of this.#freeSince.keys()) if (!free.includes(shard)) this.#freeSince.delete(shard);
    for (const shard of free) if (!this.#freeSince.has(shard)) this.#freeSince.set(shard, now);
    return [...this.#freeSince].filter(([, since]) => now - since > orphanedMs).map(([shard]) => shard);
  }
}

/** The shards that fall to one of several relays: as many as to any other, or one more. */
function shardShare(rank: number, relays: number): number[] {
  return allShards.filter((shard) => shard % relays === rank);
}
