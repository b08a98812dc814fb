import { areasOf, type Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';

const { sql, join } = Prisma;

/** Lists the conditions, each with its table, of the expired rows that areas declare. */
export const listExpiredRows = (platform: Platform): { table: string; where: Prisma.Sql }[] =>
  areasOf(platform)
    .flatMap((area) => area.expired ?? [])
    .map(({ table, where }) => ({ table, where: where(platform.config) }));

const maxDeletedPerTable = 5_000;

export async function hasExpiredRows(platform: Platform): Promise<boolean> {
  const conditions = listExpiredRows(platform).map(
    ({ table, where }) => sql`exists(select 1 from ${Prisma.raw(table)} where ${where})`,
  );
  const [row] = await readCrossTenant<{ found: boolean }>(
    platform,
    sql`select ${join(conditions, ' or ')} as found`,
  );
  return row?.found ?? false;
}

/** Deletes a batch of the expired rows of each declaration. `is_more` is true if more rows may be expired. */
export async function deleteExpired(platform: Platform): Promise<{ deleted: number; is_more: boolean }> {
  let deleted = 0;
  let is_more = false;
  for (const { table, where } of listExpiredRows(platform)) {
    const rows = await executeOperational(
      platform,
      sql`delete from ${Prisma.raw(table)} where ctid = any(array(
          select ctid from ${Prisma.raw(table)} where ${where} limit ${maxDeletedPerTable}::int)) returning 1 as gone`,
    );
    deleted += rows.length;
    is_more ||= rows.length === maxDeletedPerTable;
  }
  return { deleted, is_more };
}

export const monthsAhead = 3;

export interface PartitionsState {
  covered_until: Date;
  /** True if fewer than `monthsAhead` months after the current one have partitions. */
  lacks_months: boolean;
  /** True if partitions end in less than a month. */
  is_late: boolean;
  /** True if rows are outside of all monthly partitions. Deliveries before all months are old deliveries instead. */
  has_strays: boolean;
  /** True if deliveries can be dropped: a month that ended at least 90 days ago, or those before all months. */
  has_old_deliveries: boolean;
  /**
   * True if the statistics of the partitioned tables are outdated: `events` is large, and was last analyzed more than a
   * day ago or never.
   */
  lacks_statistics: boolean;
}

export async function readPartitionsState(platform: Platform): Promise<PartitionsState> {
  const [state] = await readCrossTenant<PartitionsState>(
    platform,
    byKey(sql`select s.covered_until, s.has_strays, s.has_old_deliveries, s.covered_until < now() + interval '1 month' as is_late,
        s.covered_until < date_trunc('month', now()) + make_interval(months => ${monthsAhead}::int + 1) as lacks_months,
        coalesce(t.last_analyze < now() - interval '1 day', true) and (
          select sum(c.reltuples) from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'events'::regclass) > 10000 as lacks_statistics
      from partitions_state() s left join pg_stat_user_tables t on t.relid = 'events'::regclass`),
  );
  if (!state) throw new Error('partitions_state() returned no row');
  return state;
}

/** Returns the size in bytes of each partitioned table, including its indexes. */
export async function readPartitionSizes(platform: Platform): Promise<{ name: string; bytes: number }[]> {
  return readCrossTenant(
    platform,
    byKey(sql`select p.relname as name, sum(pg_total_relation_size(i.inhrelid))::float8 as bytes
      from pg_inherits i join pg_class p on p.oid = i.inhparent
      where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' group by 1`),
  );
}

/**
 * Creates missing partitions. The SQL function runs as the owner of the tables, because the service's role may not
 * create partitions.
 */
export async function extendPartitions(platform: Platform): Promise<number> {
  const [row] = await executeOperational<{ created: number }>(
    platform,
    sql`select extend_partitions(${monthsAhead}::int) as created`,
  );
  return row?.created ?? 0;
}

/**
 * Drops the months of deliveries that ended at least 90 days ago, and the deliveries before all months. The SQL
 * function runs as the owner of the tables. The events of these deliveries remain.
 */
export async function dropOldDeliveries(platform: Platform): Promise<number> {
  const [row] = await executeOperational<{ dropped: number }>(
    platform,
    sql`select drop_old_deliveries() as dropped`,
  );
  return row?.dropped ?? 0;
}

export async function analyzePartitioned(platform: Platform): Promise<void> {
  await executeOperational(platform, sql`select analyze_partitioned()`);
}
