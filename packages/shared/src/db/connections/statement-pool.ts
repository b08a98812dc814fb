import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { statementAttributes, summarizeStatement } from '../../trace/statement-span.ts';
import { isTracing, runInChildSpan } from '../../trace/tracing.ts';
import type { Prisma } from '../generated/client.ts';
import { arrayLiteral } from '../statements/array-literal.ts';
import { parametersOf } from '../statements/parameters.ts';
import { DescribedQuery } from '../statements/results/described-query.ts';
import { LimitedQuery } from '../statements/results/limited-query.ts';
import { rowLimitOf } from '../statements/results/page-limit.ts';
import { statementName } from '../statements/statement-names.ts';
import type { MeasuredPool } from './measured-pool.ts';
import type { Holder } from './shares/connection-shares.ts';

/** Runs SQL: a pool, or the connection of a transaction. */
export interface StatementRunner {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
  execute(statement: Prisma.Sql): Promise<number>;
}

/**
 * Types that node-postgres by default returns in another form: `int8` as a string, a date as midnight in local time.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

/** The `types` option of a pool. */
export const rowTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

type Done = (error: Error | null | undefined, result?: pg.QueryResult) => void;

interface Queryable {
  query(query: pg.QueryConfig, done: Done): unknown;
  query(query: pg.Query, done: Done): unknown;
}

/** Values that node-postgres can always serialize. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value);

/**
 * Serializes values in advance. node-postgres detects an unserializable value only after sending the statement for
 * parsing; it then deallocates the name but still treats it as prepared, so that every later use fails.
 *
 * @throws Error for a value that cannot be serialized
 */
function serializable(values: readonly unknown[]): unknown[] {
  return values.map((value) => {
    if (isPlain(value)) return value;
    return (Array.isArray(value) ? arrayLiteral(value) : null) ?? prepareValue(value);
  });
}

/** Sends a statement. A named one is parsed once per connection. */
export function sendTo(
  connection: Queryable,
  statement: Prisma.Sql,
  nameOf = statementName,
): Promise<pg.QueryResult> {
  if (!isTracing()) return send(connection, statement, nameOf);
  const summary = () => summarizeStatement(statement.text);
  return runInChildSpan(
    summary,
    () => statementAttributes(summary()),
    () => send(connection, statement, nameOf),
  );
}

function send(
  connection: Queryable,
  statement: Prisma.Sql,
  nameOf: typeof statementName,
): Promise<pg.QueryResult> {
  const { text, values: given } = parametersOf(statement);
  const name = nameOf(text);
  const values = serializable(given);
  const limit = rowLimitOf(statement);
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => (result ? resolve(result) : reject(error));
    if (name !== '') connection.query(new DescribedQuery({ name, text, values }, limit), done);
    else connection.query(new LimitedQuery({ text, values }, limit), done);
  });
}

function runnerOn(connection: Queryable, nameOf = statementName): StatementRunner {
  return {
    rows: async (statement) => (await sendTo(connection, statement, nameOf)).rows,
    execute: async (statement) => (await sendTo(connection, statement, nameOf)).rowCount ?? 0,
  };
}

const beginWith = (settings: Readonly<Record<string, string>>) =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)].join('; ');

/** The part of a pool that one organization may use. */
class Share implements Queryable {
  readonly #pool: MeasuredPool;
  readonly #holder: Holder;

  constructor(pool: MeasuredPool, holder: Holder) {
    this.#pool = pool;
    this.#holder = holder;
  }

  connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#pool.connectFor(this.#holder, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  query(query: pg.QueryConfig | pg.Query, done: Done): void {
    this.#pool.connectFor(this.#holder, (error, client) => {
      if (!client) return done(error ?? new Error('No connection'));
      client.query(query as pg.Query, (failure, result) => {
        client.release(failure ?? undefined);
        done(failure, result);
      });
    });
  }
}

/** Runs hand-written statements directly on the pool: Prisma adds 70 to 120 µs to each. */
export class StatementPool implements StatementRunner {
  readonly #pool: MeasuredPool;
  readonly #share: Share;
  readonly #nameOf: typeof statementName;
  readonly #nameOfSingle: typeof statementName;
  readonly rows: StatementRunner['rows'];
  readonly execute: StatementRunner['execute'];

  /**
   * @param nameOfSingle names statements outside of transactions
   * @param holder the organization whose share of the pool is used; null for all of the pool
   */
  constructor(pool: MeasuredPool, nameOf = statementName, nameOfSingle = nameOf, holder: Holder = null) {
    this.#pool = pool;
    this.#share = new Share(pool, holder);
    this.#nameOf = nameOf;
    this.#nameOfSingle = nameOfSingle;
    ({ rows: this.rows, execute: this.execute } = runnerOn(this.#share, nameOfSingle));
  }

  /** Returns the pool, limited to the share of an organization. */
  forOrganization(org_id: number): StatementPool {
    return new StatementPool(this.#pool, this.#nameOf, this.#nameOfSingle, org_id);
  }

  /**
   * Runs `run` in one transaction. PostgreSQL ends it after `timeoutMs`.
   *
   * @param settings additional settings of the transaction
   */
  transaction<Result>(
    run: (tx: StatementRunner) => Promise<Result>,
    timeoutMs: number,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Result> {
    const begin = beginWith({ transaction_timeout: String(timeoutMs), ...settings });
    if (!isTracing()) return this.#transaction(run, begin);
    const attributes = () => statementAttributes('transaction');
    return runInChildSpan(
      () => 'transaction',
      attributes,
      () => this.#transaction(run, begin),
    );
  }

  async #transaction<Result>(run: (tx: StatementRunner) => Promise<Result>, begin: string): Promise<Result> {
    const connection = await this.#share.connect();
    let broken: Error | undefined;
    try {
      await connection.query(begin);
      const result = await run(runnerOn(connection, this.#nameOf));
      const { command } = await connection.query('commit');
      // If a statement failed and the error was ignored, PostgreSQL answers COMMIT with ROLLBACK and no error.
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back: one of its statements had failed');
      return result;
    } catch (error) {
      await connection.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      connection.release(broken);
    }
  }
}
