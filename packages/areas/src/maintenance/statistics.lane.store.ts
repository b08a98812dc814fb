import type { Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';

const { sql } = Prisma;

export interface GrownTable {
  id: number;
  name: string;
}

/**
 * Finds tables with outdated statistics: tables with more than 100 changed rows since their last ANALYZE, and more than
 * twice the rows that it counted; and partitioned tables with more than 1,000 rows, and more than three times the rows
 * that it counted. Examples are all tables of a new or restored installation, and those of a feature that is used for
 * the first time. Without statistics, every index that begins with the organization looks equally good to the planner.
 * Autovacuum checks once a minute and never analyzes partitioned tables.
 */
export function findGrownTables(platform: Platform): Promise<GrownTable[]> {
  return readCrossTenant<GrownTable>(
    platform,
    byKey(sql`select c.oid::int8::float8 as id, c.relname as name from pg_class c
      where c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('public', 'months'))
        and case c.relkind
          when 'r' then pg_stat_get_mod_since_analyze(c.oid) > greatest(100, 2 * c.reltuples)
          when 'p' then (select sum(greatest(0, part.reltuples)) from pg_inherits i join pg_class part on part.oid = i.inhrelid
            where i.inhparent = c.oid) > greatest(1000, 3 * c.reltuples)
          else false end
      order by c.relkind desc, c.relname`),
  );
}

/** @throws if the lock is not free within 100 ms, for example during a VACUUM or a migration */
export async function analyzeTable(platform: Platform, { id }: GrownTable): Promise<void> {
  await executeOperational(platform, sql`select analyze_table(${id}::oid)`);
}
