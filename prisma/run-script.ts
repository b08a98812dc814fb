import type pg from 'pg';

/** Limits for the lock waits of a migration and for its retries. */
export interface LockRetryOptions {
  /** While a migration waits for a lock on a table, later transactions on this table queue behind the migration. */
  lockTimeoutMs: number;
  tries: number;
  /** Pause after an attempt, during which no transaction is blocked. */
  pauseMs(attempt: number): number;
  log(line: string): void;
}

/** About three minutes in total. */
export const defaultLockRetry: Omit<LockRetryOptions, 'log'> = {
  lockTimeoutMs: 2_000,
  tries: 20,
  pauseMs: (attempt) => 1_000 * Math.min(attempt, 10),
};

/** First line of a migration whose statements cannot run in a transaction, such as `create index concurrently`. */
export const outsideTransaction = '-- outside a transaction';

/**
 * Second line of a migration outside a transaction that gives each partition of a table its part of an index. Partitions
 * differ from installation to installation, so the statements contain `each_partition` for the name of one.
 */
const forEachPartition = /^-- for each partition of (\w+) without (\w+)$/m;

/** Lock not available, and deadlock. */
const retryableStates: readonly unknown[] = ['55P03', '40P01'];

/**
 * Runs the script of a migration in one transaction, which is rolled back and retried later if a lock is not
 * available soon. With `-- outside a transaction` in its first line it runs statement by statement without lock
 * timeout: use this only for statements that do not block writers, such as `create index concurrently`.
 */
export async function runScript(pool: pg.Pool, script: string, lockRetry: LockRetryOptions): Promise<void> {
  // Not `pool.query`, which discards the connection after an error, and with it the engine's lock.
  const connection = await pool.connect();
  try {
    if (script.startsWith(outsideTransaction)) {
      for (const statement of await expandPartitions(connection, script)) await connection.query(statement);
      return;
    }
    await connection.query(`set lock_timeout = ${Math.trunc(lockRetry.lockTimeoutMs)}`);
    await runWithRetry(connection, script, lockRetry);
  } finally {
    await connection.query('reset lock_timeout').catch(() => undefined);
    connection.release();
  }
}

/** The statements of a script outside a transaction, for each partition if it says so. */
async function expandPartitions(connection: pg.PoolClient, script: string): Promise<string[]> {
  const statements = statementsOf(script);
  const [, table, index] = forEachPartition.exec(script) ?? [];
  if (!table || !index) return statements;
  // A partition that was created since the index, or in an interrupted run, has its part already.
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass and not exists (
        select from pg_index x join pg_inherits part on part.inhrelid = x.indexrelid
        where x.indrelid = c.oid and part.inhparent = $2::regclass)
      order by c.relname`,
    [table, index],
  );
  return rows.flatMap(({ name }) => statements.map((one) => one.replaceAll('each_partition', name)));
}

async function runWithRetry(
  connection: pg.PoolClient,
  script: string,
  { tries, pauseMs, log }: LockRetryOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // One simple query: PostgreSQL runs all its statements in one transaction, on one connection.
      await connection.query(script);
      return;
    } catch (error) {
      if (attempt >= tries || !retryableStates.includes((error as { code?: string }).code)) throw error;
      const pause = pauseMs(attempt);
      log(`a lock is not available: attempt ${attempt + 1} of ${tries} in ${pause / 1_000} s`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The statements of a script without function bodies: each ends with a semicolon at the end of a line. */
export function statementsOf(script: string): string[] {
  if (script.includes('$$')) throw new Error('A migration outside a transaction cannot define functions');
  return script
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
