import type { Backlog, Platform } from '@wfp/shared';
import { byKey, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { isAvatar } from '../file-fields.store.ts';

const { sql } = Prisma;

export interface LinkedFile {
  org_id: number;
  user_id: number;
  /** True for the logo of an open organization and pictures of users, which remain available when their uploader has left. */
  is_shown: boolean;
}

export async function findLinkedFile(
  platform: Platform,
  org_id: number,
  id: number,
): Promise<LinkedFile | undefined> {
  const [row] = await readCrossTenant<LinkedFile>(
    platform,
    byKey(sql`select f.org_id, f.created_by as user_id, (coalesce(f.id = organization_logo(f.org_id), false) or ${isAvatar(org_id)}) as is_shown
      from files f
      where f.org_id = ${org_id}::int and f.id = ${id}::int and f.deleted_at is null and f.created_by is not null`),
  );
  return row;
}

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
