import { Prisma } from './db/generated/client.ts';
import { readCrossTenant } from './db/operational.ts';
import { byKey } from './db/statements/plans.ts';
import type { Platform } from './platform.ts';

const { sql } = Prisma;

// The kernel names the tables of organizations, because lanes, mail and areas below `organizations` depend on their state.

/**
 * Condition: the organization is not suspended, so that its work is done. PostgreSQL reads the suspended organizations
 * once per statement, by a partial index.
 */
export const isNotSuspended = (org_id: Prisma.Sql): Prisma.Sql =>
  sql`${org_id} <> all(array(select s.id from organizations s where s.status = 'suspended'))`;

export async function isWorkSuspended(platform: Platform, org_id: number): Promise<boolean> {
  const rows = await readCrossTenant(
    platform,
    byKey(sql`select o.id from organizations o where o.id = ${org_id} and o.status = 'suspended'`),
  );
  return rows.length > 0;
}

/** Returns those of the organizations that are not verified. */
export async function findUnverified(
  platform: Platform,
  org_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (org_ids.length === 0) return new Set();
  const rows = await readCrossTenant<{ id: number }>(
    platform,
    byKey(
      sql`select o.id from organizations o where o.id = any(${org_ids}::int[]) and o.verified_at is null`,
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Condition: a boolean setting of an organization is stored with this value. Defaults are not stored. */
export const isSettingEqual = (
  org_id: Prisma.Sql,
  section: string,
  key: string,
  value: boolean,
): Prisma.Sql => sql`exists (select from organization_settings s
  where s.org_id = ${org_id} and s.section = ${section} and s."values" -> ${key} = to_jsonb(${value}::boolean))`;
