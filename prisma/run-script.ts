import type pg from 'pg';

/** How long a migration waits for locks, and how often it comes back. */
export interface Patience {
  /** While it waits for a lock, everybody who comes after waits behind it. */
  lockTimeoutMs: number;
  tries: number;
  /** Between two tries nothing is held up. */
  pauseMs(attempt: number): number;
  log(line: string): void;
}

/** Some three minutes in all. */
export const defaultPatience: Omit<Patience, 'log'> = {
  lockTimeoutMs: 2_000,
  tries: 20,
  pauseMs: (attempt) => 1_000 * Math.min(attempt, 10),
};

/** The first line of a migration whose statements run by themselves, such as `create index concurrently`. */
export const outsideTransaction = '-- outside a transaction';

/** A lock that was not free in time, and a deadlock. */
const othersAreBusy: readonly unknown[] = ['55P03', '40P01'];

/**
 * Runs the script of a migration: in one transaction, which lets go of what it has locked when it cannot have the next
 * lock soon, and is tried again later. One that says so in its first line runs statement by statement instead, and
 * waits as long as it takes: what may run outside of a transaction holds up no writer.
 */
export async function runScript(pool: pg.Pool, script: string, patience: Patience): Promise<void> {
  // Not by the pool's own `query`, which gives the connection up after an error, and with it the engine's lock.
  const connection = await pool.connect();
  try {
    if (script.startsWith(outsideTransaction)) {
      for (const statement of statementsOf(script)) await connection.query(statement);
      return;
    }
    await connection.query(`set lock_timeout = ${Math.trunc(patience.lockTimeoutMs)}`);
    await tryPatiently(connection, script, patience);
  } finally {
    await connection.query('reset lock_timeout').catch(() => undefined);
    connection.release();
  }
}

async function tryPatiently(
  connection: pg.PoolClient,
  script: string,
  { tries, pauseMs, log }: Patience,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // One simple query: PostgreSQL runs all its statements in one transaction, on one connection.
      await connection.query(script);
      return;
    } catch (error) {
      if (attempt >= tries || !othersAreBusy.includes((error as { code?: string }).code)) throw error;
      const pause = pauseMs(attempt);
      log(`somebody holds what is to be changed: try ${attempt + 1} of ${tries} in ${pause / 1_000} s`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The statements of a script without function bodies: each ends with a semicolon at the end of a line. */
export function statementsOf(script: string): string[] {
  if (script.includes('$$')) throw new Error('A migration outside of a transaction defines no functions');
  return script
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);
}
