import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import type { UserFilter } from './users.contract.ts';
import { usersWhere } from './users.store.ts';

const { sql } = Prisma;

const liveGrants = sql`g.deleted_at is null and (g.starts_at is null or g.starts_at <= now())
  and (g.ends_at is null or g.ends_at > now())`;

/** The users to export, with their roles in the form in which they are imported. */
export function exportedUsers(caller: Caller, filter: UserFilter): Prisma.Sql {
  return sql`select u.id, u.email, u.first_name, u.last_name, u.display_name, u.locale, u.time_zone, u.status,
      u.is_service, coalesce((
        select string_agg(distinct r.code, ' ' order by r.code) from grants g
        join roles r on r.org_id = g.org_id and r.id = g.role_id and r.deleted_at is null
        where g.org_id = u.org_id and g.user_id = u.id and g.scope = 'role' and ${liveGrants}), '') as role_codes,
      u.last_login_at, u.created_at, u.updated_at
    from users u where ${usersWhere(caller, filter, 'user:export')} order by u.id`;
}

/** The live user of an address, locked; undefined where there is none. */
export async function lockByAddress(
  tx: Transaction,
  caller: Caller,
  email: string,
): Promise<{ id: number } | undefined> {
  const [user] = await tx.rows<{ id: number }>(sql`select u.id from users u
    where u.org_id = ${caller.org_id} and u.email = ${email} and u.deleted_at is null for update`);
  return user;
}

/** Roles by their codes, each with whether a user holds it. */
export async function rolesByCode(
  tx: Transaction,
  caller: Caller,
  codes: readonly string[],
  user_id: number | null,
): Promise<{ id: number; code: string; held: boolean }[]> {
  return tx.rows(sql`select r.id, r.code, exists (
      select from grants g where g.org_id = r.org_id and g.role_id = r.id and g.user_id = ${user_id}::int
        and g.scope = 'role' and g.deleted_at is null) as held
    from roles r where r.org_id = ${caller.org_id} and r.code = any(${[...codes]}::text[]) and r.deleted_at is null
    order by r.id`);
}
