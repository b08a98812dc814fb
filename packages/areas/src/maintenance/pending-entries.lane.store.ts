import type { Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';

const { sql } = Prisma;

/**
 * Counts the rows ever written to tables with GIN indexes, whose new entries wait in pending lists. PostgreSQL resets the
 * number after a crash.
 */
export async function countIndexedWrites(platform: Platform): Promise<number> {
  const [row] = await readCrossTenant<{ writes: number }>(
    platform,
    byKey(sql`select coalesce(sum(pg_stat_get_tuples_inserted(i.indrelid) + pg_stat_get_tuples_updated(i.indrelid)), 0)::float8 as writes
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'gin'
      where c.relkind = 'i' and c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('public', 'months'))`),
  );
  return row?.writes ?? 0;
}

/** Returns the number of merged pages. The function runs as the owner of the tables. */
export async function mergePendingEntries(platform: Platform): Promise<number> {
  const [row] = await executeOperational<{ pages: number }>(
    platform,
    sql`select merge_pending_entries()::float8 as pages`,
  );
  return row?.pages ?? 0;
}
