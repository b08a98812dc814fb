import pg from 'pg';
import type { Logger } from '../../log/logger.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from '../statements/statement-names.ts';
import { ReplicationLag, type WalPosition } from './replication-lag.ts';
import type { StatementPool } from './statement-pool.ts';

const { raw, sql } = Prisma;

/** Where one request reads lists. */
export type ListReader = Pick<StatementPool, 'rows' | 'transaction'>;

/** Whose writes are remembered: a user's; those of the system itself are not. */
interface Writer {
  org_id: number;
  user_id: number | null;
}

/** Where is kept up to where each caller has written, for all processes. */
export interface WritePositions {
  /** Keeps the furthest place of all. @throws when it was not kept */
  save(who: string, position: WalPosition): Promise<void>;
  /** Null where none was kept, or for too long. @throws when it cannot be told */
  find(who: string): Promise<WalPosition | null>;
}

const pollEveryMs = 200;
/** A copy that is further behind is not read from. */
const maxLagMs = 10_000;
/** How long a caller's last write is remembered: long after any copy that is read from has it. */
export const writePositionTtlMs = 6 * maxLagMs;
const maxWaitMs = 2_000;

/**
 * What the server says of its own condition or of a copy's, not of the statement; 42 among it: tables and columns that
 * the copy does not have yet.
 */
const serverTrouble = /^(08|40|42|53|55|57|58|XX)/;

// A commit was answered when the log was flushed up to it (`synchronous_commit`, on by default).
const flushed = sql`${raw(stableMark)} select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as position`;
const replayed = sql`${raw(stableMark)} select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as position`;

/**
 * A copy of the database that follows it. Lists are read from it for callers of whose own writes it lacks none;
 * what others wrote may be up to ten seconds old. Where it is away or further behind, lists are read from the
 * database itself.
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

  /** Whether lists may be read from it for somebody: it has all that they wrote. Never fails. */
  async isFreshFor(writer: Writer): Promise<boolean> {
    if (!this.#isUsable || writer.user_id === null) return false;
    try {
      const position = await this.#marks.find(nameOf(writer));
      return position === null || position <= (this.#replayed ?? -1);
    } catch {
      return false;
    }
  }

  /** Remembers that somebody has written, before they are told so. Never fails. */
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
   * Reads from the copy, or from the database where the copy cannot; from then on always, or what one request reads
   * later would lack what it has seen already.
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

  /** How far it is behind, in seconds; infinite where it does not answer. */
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

  /** What is committed by now lies before it. Who asks at the same time is answered together. */
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
