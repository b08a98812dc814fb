import pg from 'pg';
import { eventually } from '../network/receiver.ts';

/**
 * Waits until exactly `sessions` other sessions wait for locks held by the session of `holder`. Unlike reading
 * `pg_stat_activity`, this also finds new sessions if `holder` is in a transaction.
 */
export async function waitUntilBlocking(holder: pg.Client, sessions = 1): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await holder.query(
        'select distinct pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      return rows.length;
    },
    (count) => count === sessions,
  );
}

/** Waits until exactly `sessions` sessions of the holder's database wait for locks, of whatever session. */
export async function waitUntilWaiting(holder: pg.Client, sessions: number): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await holder.query<{ count: number }>(
        `select count(distinct w.pid)::int as count from pg_locks w where not w.granted and exists (
           select from pg_locks d join pg_database b on b.oid = d.database
           where d.pid = w.pid and b.datname = current_database())`,
      );
      return rows[0]?.count;
    },
    (count) => count === sessions,
  );
}

/** Calls a function while a row is locked, as a long import or a deactivation does. */
export async function whileLocked(
  databaseUrl: string,
  table: 'users' | 'api_keys',
  id: number,
  run: (holder: pg.Client) => Promise<void>,
  strength: 'update' | 'no key update' = 'update',
): Promise<void> {
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(`select id from ${table} where id = $1 for ${strength}`, [id]);
    await run(holder);
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
}
