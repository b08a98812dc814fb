import type pg from 'pg';
import { eventually } from '../network/receiver.ts';

/**
 * Waits until other sessions wait for locks held by the session of `holder`. Works inside a transaction, in which
 * `pg_stat_activity` does not show sessions that started after it was first read.
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
