import type pg from 'pg';
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
