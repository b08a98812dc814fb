import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';

const { sql } = Prisma;

/** Organizations with grants whose time has passed. */
export async function withOverdueGrants(platform: Platform): Promise<{ org_id: number }[]> {
  return readCrossTenant<{ org_id: number }>(
    platform,
    sql`select distinct g.org_id from grants g where g.deleted_at is null and g.ends_at <= now()`,
  );
}

/** When the next grant of an organization ends. */
export async function nextEnd(platform: Platform, org_id: number): Promise<Date | null> {
  const [row] = await readCrossTenant<{ ends_at: Date | null }>(
    platform,
    sql`select min(g.ends_at) as ends_at from grants g
      where g.org_id = ${org_id} and g.deleted_at is null and g.ends_at is not null`,
  );
  return row?.ends_at ?? null;
}
