import pg from 'pg';
import type { Config } from '../../config/config.ts';
import type { Prisma } from '../generated/client.ts';
import type { RelayTransaction } from '../operational.ts';
import { sessionOptions } from './connection-options.ts';
import { sendTo } from './statement-pool.ts';

/**
 * Whatever happens to this process or to the network, PostgreSQL ends the session, and with it the locks it
 * holds, within these times. The session must say something more often than `idle_session_timeout`.
 */
const sessionEnds = {
  idle_session_timeout: '4000',
  transaction_timeout: '20000',
  idle_in_transaction_session_timeout: '4000',
  statement_timeout: '6000',
  lock_timeout: '2000',
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '5000',
};

/** Everything here is found by a key. Statistics of what fills and empties within a second would tell otherwise. */
const plans = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off', jit: 'off' };

const longestWaitMs = 8_000;

/**
 * One connection of one's own, outside of the pools, for what holds locks of a session. What is written on it
 * is written under those locks: when the session is gone, so are both.
 */
export class DirectConnection {
  readonly #client: pg.Client;
  #isLost = false;

  private constructor(config: Config) {
    this.#client = new pg.Client({
      ...sessionOptions(config, { ...sessionEnds, ...plans }),
      query_timeout: longestWaitMs,
    });
    this.#client.on('error', () => this.#lose());
    this.#client.on('end', () => this.#lose());
  }

  /** @throws when PostgreSQL does not answer within 3 s */
  static async open(config: Config): Promise<DirectConnection> {
    const connection = new DirectConnection(config);
    await connection.#client.connect();
    return connection;
  }

  /** Whether the session is gone; then every lock of it is, or soon will be. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    return (await this.#send(statement)).rows;
  }

  /** All that `run` does in one transaction. */
  async transaction<Result>(run: (tx: RelayTransaction) => Promise<Result>): Promise<Result> {
    try {
      await this.#tell('begin');
      const result = await run({
        rows: async (statement) => (await this.#send(statement)).rows,
        execute: async (statement) => (await this.#send(statement)).rowCount ?? 0,
      });
      const { command } = await this.#tell('commit');
      // PostgreSQL answers so, without an error, where a statement failed and whoever ran it went on.
      if (command !== 'COMMIT')
        throw new Error('A transaction was not committed: a statement of it had failed');
      return result;
    } catch (error) {
      if (!this.#isLost) await this.#tell('rollback').catch(() => this.#lose());
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.#isLost) await this.#client.end().catch(() => undefined);
    this.#lose();
  }

  #send(statement: Prisma.Sql): Promise<pg.QueryResult> {
    return this.#watched(sendTo(this.#client, statement));
  }

  #tell(command: 'begin' | 'commit' | 'rollback'): Promise<pg.QueryResult> {
    return this.#watched(this.#client.query(command));
  }

  /** What PostgreSQL does not refuse itself is an answer that did not come. */
  async #watched(answer: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#lose();
      throw error;
    }
  }

  #lose(): void {
    this.#isLost = true;
    // Never `end`, which would wait for a network that is not there.
    this.#client.connection.stream.destroy();
  }
}
