import pg from 'pg';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from '../statements/statement-names.ts';
import { ReplicationLag, type WalPosition } from './replication-lag.ts';
import type { StatementPool } from './statement-pool.ts';

const { raw, sql } = Prisma;

/** Reads lists for one request. */
export type ListReader = Pick<StatementPool, 'rows' | 'transaction'>;

/** Only writes of users are tracked, not those of the system. */
interface Writer {
  org_id: number;
  user_id: number | null;
}

/** Stores the WAL position of each user's last write, for all processes. */
export interface WritePositions {
  /** Keeps the highest position. @throws if it could not be stored */
  save(who: string, position: WalPosition): Promise<void>;
  /** Null if none is stored, or if it has expired. @throws if the store is unavailable */
  find(who: string): Promise<WalPosition | null>;
}

const pollEveryMs = 200;
/** A replica with a greater lag is not used. */
const maxLagMs = 10_000;
/** Time to live of stored write positions: longer than any usable replica needs to replay them. */
export const writePositionTtlMs = 6 * maxLagMs;
const maxWaitMs = 2_000;

/**
 * Errors about the state of the server or replica, not about the statement. Includes class 42: tables and columns that
 * the replica does not have yet.
 */
const serverErrorStates = /^(08|40|42|53|55|57|58|XX)/;

// A commit is acknowledged after the log was flushed up to it (`synchronous_commit`, on by default).
const flushed = sql`${raw(stableMark)} select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as position`;
const replayed = sql`${raw(stableMark)} select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as position`;

/**
 * The read replica. A user's lists are read from it if it has all writes of this user; writes of other users may be
 * missing for up to ten seconds. If the replica is unavailable or further behind, lists are read from the primary.
 */
export class Replica {
  readonly #replica: StatementPool;
  readonly #primary: StatementPool;
  readonly #writePositions: WritePositions;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #lag = new ReplicationLag();
  #replayed: WalPosition | null = null;
  #isDown = false;
  #polling: Promise<void> | null = null;
  #positionQuery: Promise<WalPosition> | null = null;

  constructor(
    pools: { replica: StatementPool; primary: StatementPool },
    writePositions: WritePositions,
    log: Logger,
  ) {
    this.#replica = pools.replica;
    this.#primary = pools.primary;
    this.#writePositions = writePositions;
    this.#log = log;
    const poll = () => {
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = null;
      });
    };
    poll();
    this.#timer = setInterval(poll, pollEveryMs);
  }

  /** True if the replica is usable and has all writes of a user; false for the system. Never fails. */
  async isFreshFor(writer: Writer): Promise<boolean> {
    if (!this.#isUsable || writer.user_id === null) return false;
    try {
      const position = await this.#writePositions.find(nameOf(writer));
      return position === null || position <= (this.#replayed ?? -1);
    } catch {
      return false;
    }
  }

  /**
   * Records the position of a user's write, before the response is sent. If the position cannot be stored, waits up to
   * 2 s until the replica has the write. Never fails.
   */
  async recordWrite(writer: Writer): Promise<void> {
    if (writer.user_id === null) return;
    try {
      const position = await this.#position();
      await this.#writePositions
        .save(nameOf(writer), position)
        .catch(() => this.#until(() => !this.#isUsable || (this.#replayed ?? -1) >= position));
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not record a write position; lists may briefly lack the write');
    }
  }

  /**
   * Reads from the replica, or from the primary if the replica fails; after a failure always from the primary, so that
   * one request never reads older data than before.
   */
  forRequest(org_id: number): ListReader {
    const replica = this.#replica.forOrganization(org_id);
    const primary = this.#primary.forOrganization(org_id);
    let usePrimary = false;
    const read = async <Result>(from: (pool: StatementPool) => Promise<Result>): Promise<Result> => {
      if (usePrimary) return from(primary);
      try {
        return await from(replica);
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (error instanceof pg.DatabaseError && !serverErrorStates.test(error.code ?? '')) throw error;
        usePrimary = true;
        return from(primary);
      }
    };
    return {
      rows: (statement) => read((pool) => pool.rows(statement)),
      transaction: (run, timeoutMs, settings) => read((pool) => pool.transaction(run, timeoutMs, settings)),
    };
  }

  /** The replication lag; infinite if the replica does not respond. */
  get lagSeconds(): number {
    if (this.#replayed === null) return Number.POSITIVE_INFINITY;
    const { oldestSince } = this.#lag;
    return oldestSince === null ? 0 : (performance.now() - oldestSince) / 1_000;
  }

  measure(metrics: Metrics): void {
    metrics.gauge({
      name: 'wfp_replica_lag_seconds',
      help: 'Replication lag of the read replica in seconds; infinite if it does not respond.',
      read: () => this.lagSeconds,
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#polling;
  }

  get #isUsable(): boolean {
    return this.lagSeconds * 1_000 <= maxLagMs;
  }

  /** A position at or after every commit so far. Concurrent calls share one query. */
  #position(): Promise<WalPosition> {
    const query =
      this.#positionQuery ??
      new Promise((resolve) => setImmediate(resolve)).then(() => {
        this.#positionQuery = null;
        return positionOf(this.#primary, flushed);
      });
    this.#positionQuery = query;
    return query;
  }

  async #poll(): Promise<void> {
    const at = performance.now();
    const wasUsable = this.#isUsable;
    try {
      this.#lag.recordPrimary(await this.#position(), at);
      const position = await positionOf(this.#replica, replayed);
      this.#lag.recordReplica(position);
      this.#replayed = position;
      this.#isDown = false;
    } catch (error) {
      if (!this.#isDown) this.#log.warn({ error: (error as Error).message }, 'The replica does not respond');
      this.#replayed = null;
      this.#isDown = true;
    }
    if (wasUsable !== this.#isUsable)
      this.#log.warn(
        { lag: this.lagSeconds },
        this.#isUsable
          ? 'Reading lists from the replica'
          : 'Reading lists from the primary: the replica is unavailable or behind',
      );
  }

  async #until(isTrue: () => boolean): Promise<void> {
    const deadline = performance.now() + maxWaitMs;
    while (!isTrue() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const nameOf = ({ org_id, user_id }: Writer): string => `${org_id}:${user_id}`;

async function positionOf(pool: StatementPool, statement: Prisma.Sql): Promise<WalPosition> {
  const [row] = await pool.rows<{ position: WalPosition | null }>(statement);
  if (row?.position == null) throw new Error('Not a replica');
  return row.position;
}
