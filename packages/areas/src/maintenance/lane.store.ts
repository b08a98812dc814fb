import { areasOf, type Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';

const { sql, join } = Prisma;

/** The rows that areas no longer need, by table. */
export const listExpiredRows = (platform: Platform): { table: string; where: Prisma.Sql }[] =>
  areasOf(platform)
    .flatMap((area) => area.expired ?? [])
    .map(({ table, where }) => ({ table, where: where(platform.config) }));

const maxDeletedPerTable = 5_000;

export async function hasExpiredRows(platform: Platform): Promise<boolean> {
  const questions = listExpiredRows(platform).map(
    ({ table, where }) => sql`exists(select 1 from ${Prisma.raw(table)} where ${where})`,
  );
  const [row] = await readCrossTenant<{ found: boolean }>(
    platform,
    sql`select ${join(questions, ' or ')} as found`,
  );
  return row?.found ?? false;
}

/** Drops a batch of each table, and says whether one may have more. */
export async function deleteExpired(platform: Platform): Promise<{ dropped: number; is_more: boolean }> {
  let dropped = 0;
  let is_more = false;
  for (const { table, where } of listExpiredRows(platform)) {
    const rows = await executeOperational(
      platform,
      sql`delete from ${Prisma.raw(table)} where ctid = any(array(
          select ctid from ${Prisma.raw(table)} where ${where} limit ${maxDeletedPerTable}::int)) returning 1 as gone`,
    );
    dropped += rows.length;
    is_more ||= rows.length === maxDeletedPerTable;
  }
  return { dropped, is_more };
}

/** How far ahead there are months. */
export const monthsAhead = 3;

/** What is known of the partitions of events, audit log and deliveries. */
export interface PartitionsState {
  covered_until: Date;
  /** Months are missing that should be there by now. */
  lacks_months: boolean;
  /** Fewer than a month is left. */
  is_late: boolean;
  /** Rows lie before the first month or behind the last. */
  has_strays: boolean;
  /** Deliveries of webhooks ended so long ago that they are dropped. */
  has_old_deliveries: boolean;
  /** The statistics of the tables as a whole are a day old, and the tables large enough for it to matter. */
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
  if (!state) throw new Error('A function came back empty');
  return state;
}

/** The bytes of each table that lies in months, with its indexes. */
export async function readPartitionSizes(platform: Platform): Promise<{ name: string; bytes: number }[]> {
  return readCrossTenant(
    platform,
    byKey(sql`select p.relname as name, sum(pg_total_relation_size(i.inhrelid))::float8 as bytes
      from pg_inherits i join pg_class p on p.oid = i.inhparent
      where p.relnamespace = 'public'::regnamespace and p.relkind = 'p' group by 1`),
  );
}

/** Makes the months that are missing, as the owner of the tables: the service's role may not. */
export async function extendPartitions(platform: Platform): Promise<number> {
  const [row] = await executeOperational<{ made: number }>(
    platform,
    sql`select extend_partitions(${monthsAhead}::int) as made`,
  );
  return row?.made ?? 0;
}

/**
 * Drops the months of deliveries that ended 90 days ago, as the owner of the tables. Facts are their events; these tell
 * how receivers answered, which nobody asks after a quarter.
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
