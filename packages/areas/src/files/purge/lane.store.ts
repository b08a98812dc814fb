import type { Backlog, Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

export const filePurgeBacklog: Backlog = { from: sql`files w`, due: () => sql`w.purge_at <= now()` };

/** Marks a batch of files that are due for purging as deleted, so that they accept no more content. */
export async function claimForPurge(platform: Platform, org_id: number, limit: number): Promise<number[]> {
  const rows = await executeOperational<{ id: number }>(
    platform,
    sql`update files set deleted_at = coalesce(deleted_at, now())
      where org_id = ${org_id} and purge_at <= now() and id in (
        select id from files where org_id = ${org_id} and purge_at <= now() order by purge_at limit ${limit}::int)
      returning id`,
  );
  return rows.map((row) => row.id);
}

export async function markFilePurged(platform: Platform, org_id: number, id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`update files set purge_at = null where org_id = ${org_id} and id = ${id} and purge_at <= now() returning id`,
  );
}
