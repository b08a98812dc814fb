import type { Caller, HeldGrant } from '@wfp/shared';
import { Prisma, readByKey, readRows } from '@wfp/shared/db';

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

/** The grants of a user that are live at this moment. */
export function findGrantsOf(caller: Caller, user_id: number): Promise<HeldGrant[]> {
  return readRows<HeldGrant>(
    caller,
    sql`select r.code as role_code, r.is_builtin, g.scope, g.team_id,
        case when r.is_builtin then null else r.permissions end as permissions
      from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
      where g.org_id = ${caller.org_id} and g.user_id = ${user_id} and g.deleted_at is null
        and (g.starts_at is null or g.starts_at <= now()) and (g.ends_at is null or g.ends_at > now())`,
  );
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
