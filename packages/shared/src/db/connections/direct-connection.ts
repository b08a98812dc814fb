import pg from 'pg';
import type { Config } from '../../config/config.ts';
import type { Prisma } from '../generated/client.ts';
import type { RelayTransaction } from '../operational.ts';
import { sessionOptions } from './connection-options.ts';
import { sendTo } from './statement-pool.ts';

/**
 * If the process or the network fails, PostgreSQL ends the session and releases its locks within these times. The
 * session must send a statement more often than `idle_session_timeout`.
 */
const sessionTimeouts = {
  idle_session_timeout: '4000',
  transaction_timeout: '20000',
  idle_in_transaction_session_timeout: '4000',
  statement_timeout: '6000',
  lock_timeout: '500',
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '5000',
};

/**
 * Statements on these connections find rows by indexes. The statistics of tables that fill and empty within a second
 * would suggest other plans.
 */
const planSettings = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off', jit: 'off' };

const queryTimeoutMs = 8_000;

/** Limits of each statement of a transaction, lower than those of the session. */
export interface StatementLimits {
  statementMs: number;
  lockMs: number;
}

/**
 * A connection outside of the pools, for session locks. Writes on it are protected by these locks: if the session ends,
 * both the locks and the connection are gone.
 */
export class DirectConnection {
  readonly #client: pg.Client;
  #isLost = false;

  private constructor(config: Config) {
    this.#client = new pg.Client({
      ...sessionOptions(config, { ...sessionTimeouts, ...planSettings }),
      query_timeout: queryTimeoutMs,
    });
    this.#client.on('error', () => this.#lose());
    this.#client.on('end', () => this.#lose());
  }

  /** @throws if PostgreSQL does not accept a connection in time */
  static async open(config: Config): Promise<DirectConnection> {
    const connection = new DirectConnection(config);
    await connection.#client.connect();
    return connection;
  }

  /** True if the session ended or cannot be reached; its locks are released, or will be soon. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    return (await this.#send(statement)).rows;
  }

  async transaction<Result>(
    run: (tx: RelayTransaction) => Promise<Result>,
    { statementMs, lockMs }: StatementLimits,
  ): Promise<Result> {
    try {
      // One message, so that the limits take no additional time.
      await this.#command(
        `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`,
      );
      const result = await run({
        rows: async (statement) => (await this.#send(statement)).rows,
        execute: async (statement) => (await this.#send(statement)).rowCount ?? 0,
      });
      const { command } = await this.#command('commit');
      // If a statement failed and the error was ignored, PostgreSQL answers COMMIT with ROLLBACK and no error.
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back: one of its statements had failed');
      return result;
    } catch (error) {
      if (!this.#isLost) await this.#command('rollback').catch(() => this.#lose());
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.#isLost) await this.#client.end().catch(() => undefined);
    this.#lose();
  }

  #send(statement: Prisma.Sql): Promise<pg.QueryResult> {
    return this.#loseOnFailure(sendTo(this.#client, statement));
  }

  #command(command: string): Promise<pg.QueryResult> {
    return this.#loseOnFailure(this.#client.query(command));
  }

  /** Any error that PostgreSQL did not send means that the connection is broken. */
  async #loseOnFailure(result: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    try {
      return await result;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#lose();
      throw error;
    }
  }

  #lose(): void {
    this.#isLost = true;
    // `end` would wait for an unreachable server.
    this.#client.connection.stream.destroy();
  }
}
