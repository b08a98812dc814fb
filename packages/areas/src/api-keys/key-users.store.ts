import type { Caller } from '@wfp/shared';
import { Prisma, readByKey } from '@wfp/shared/db';

const { sql } = Prisma;

/** Whether a user is alive and no person: keys that must outlive people act as one. */
export async function isServiceUser(caller: Caller, user_id: number): Promise<boolean> {
  const row = await readByKey<{ id: number }>(
    caller,
    sql`select u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.is_service
      and u.status = 'active' and u.deleted_at is null`,
  );
  return row !== undefined;
}

/** How long the organization lets a key live, in days; null for as long as one likes. */
export async function findKeyLifetimeDays(caller: Caller): Promise<number | null> {
  const row = await readByKey<{ days: number | null }>(
    caller,
    sql`select (s.values ->> 'key_lifetime_days')::int as days from organization_settings s
      where s.org_id = ${caller.org_id} and s.section = 'security'`,
  );
  return row?.days ?? null;
}
