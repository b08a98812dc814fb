import pg from 'pg';
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
const serverTrouble = /^(08|40|42|53|55|57|58|XX)/;

// A commit is acknowledged after the log was flushed up to it (`synchronous_commit`, on by default).
const flushed = sql`${raw(stableMark)} select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as position`;
const replayed = sql`${raw(stableMark)} select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as position`;

/**
 * The read replica. A user's lists are read from it if it has all of their own writes; writes of others may be missing
 * for up to ten seconds. If it is unavailable or further behind, lists are read from the primary.
 */
export class Replica {
  readonly #copy: StatementPool;
  readonly #primary: StatementPool;
  readonly #marks: WritePositions;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #awaited = new ReplicationLag();
  #replayed: WalPosition | null = null;
  #isMissed = false;
  #looking: Promise<void> | null = null;
  #asking: Promise<WalPosition> | null = null;

  constructor(clients: { copy: StatementPool; primary: StatementPool }, marks: WritePositions, log: Logger) {
    this.#copy = clients.copy;
    this.#primary = clients.primary;
    this.#marks = marks;
    this.#log = log;
    const look = () => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
      });
    };
    look();
    this.#timer = setInterval(look, pollEveryMs);
  }

  /** True if the replica has all writes of a user. Never fails. */
  async isFreshFor(writer: Writer): Promise<boolean> {
    if (!this.#isUsable || writer.user_id === null) return false;
    try {
      const position = await this.#marks.find(nameOf(writer));
      return position === null || position <= (this.#replayed ?? -1);
    } catch {
      return false;
    }
  }

  /** Records the position of a user's write, before the response is sent. Never fails. */
  async recordWrite(writer: Writer): Promise<void> {
    if (writer.user_id === null) return;
    try {
      const position = await this.#position();
      await this.#marks
        .save(nameOf(writer), position)
        .catch(() => this.#until(() => !this.#isUsable || (this.#replayed ?? -1) >= position));
    } catch (error) {
      this.#log.warn(
        { err: error },
        'A write could not be marked; its writer may not see it at once in lists',
      );
    }
  }

  /**
   * Reads from the replica, or from the primary if the replica fails; after a failure always from the primary, so that
   * one request never reads older data than before.
   */
  forRequest(): ListReader {
    let isLeft = false;
    const read = async <Result>(from: (pool: StatementPool) => Promise<Result>): Promise<Result> => {
      if (isLeft) return from(this.#primary);
      try {
        return await from(this.#copy);
      } catch (error) {
        if (error instanceof pg.DatabaseError && !serverTrouble.test(error.code ?? '')) throw error;
        isLeft = true;
        return from(this.#primary);
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
    const { oldestSince } = this.#awaited;
    return oldestSince === null ? 0 : (performance.now() - oldestSince) / 1_000;
  }

  measure(metrics: Metrics): void {
    metrics.gauge({
      name: 'wfp_replica_lag_seconds',
      help: 'How far the copy of the database that lists are read from is behind; infinite where it does not answer.',
      read: () => this.lagSeconds,
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  get #isUsable(): boolean {
    return this.lagSeconds * 1_000 <= maxLagMs;
  }

  /** A position at or after every commit so far. Concurrent calls share one query. */
  #position(): Promise<WalPosition> {
    const asked =
      this.#asking ??
      new Promise((resolve) => setImmediate(resolve)).then(() => {
        this.#asking = null;
        return positionOf(this.#primary, flushed);
      });
    this.#asking = asked;
    return asked;
  }

  async #look(): Promise<void> {
    const at = performance.now();
    const wasUsable = this.#isUsable;
    try {
      this.#awaited.recordPrimary(await this.#position(), at);
      const position = await positionOf(this.#copy, replayed);
      this.#awaited.recordReplica(position);
      this.#replayed = position;
      this.#isMissed = false;
    } catch (error) {
      if (!this.#isMissed) this.#log.warn({ error: (error as Error).message }, 'The replica does not answer');
      this.#replayed = null;
      this.#isMissed = true;
    }
    if (wasUsable !== this.#isUsable)
      this.#log.warn(
        { lag: this.lagSeconds },
        this.#isUsable
          ? 'Lists are read from the replica'
          : 'Lists are read from the primary: the replica is away or behind',
      );
  }

  async #until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + maxWaitMs;
    while (!isSo() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const nameOf = ({ org_id, user_id }: Writer): string => `${org_id}:${user_id}`;

async function positionOf(pool: StatementPool, statement: Prisma.Sql): Promise<WalPosition> {
  const [row] = await pool.rows<{ position: WalPosition | null }>(statement);
  if (row?.position == null) throw new Error('It is no replica');
  return row.position;
}
