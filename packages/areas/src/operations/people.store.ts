import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';

const { sql } = Prisma;

/** An organization as operators name it. */
export interface NamedOrganization {
  id: number;
  slug: string;
  status: string;
}

export async function findOrganization(
  platform: Platform,
  slug: string,
): Promise<NamedOrganization | undefined> {
  const [row] = await readCrossTenant<NamedOrganization>(
    platform,
    sql`select id, slug, status from organizations where slug = ${slug.toLowerCase()}`,
  );
  return row;
}

/** The next organizations by id, those that are closed included. */
export function organizationsAfter(
  platform: Platform,
  id: number,
  most: number,
): Promise<NamedOrganization[]> {
  return readCrossTenant<NamedOrganization>(
    platform,
    sql`select id, slug, status from organizations where id > ${id} order by id limit ${most}::int`,
  );
}

/** An account with an address. */
export interface NamedUser {
  org_id: number;
  slug: string;
  user_id: number;
  email: string;
  status: string;
  is_service: boolean;
  sessions: number;
}

/** The accounts with an address, of any organization or of one. */
export function findAccounts(
  platform: Platform,
  email: string,
  slug: string | undefined,
): Promise<NamedUser[]> {
  return readCrossTenant<NamedUser>(
    platform,
    sql`select u.org_id, o.slug, u.id as user_id, u.email, u.status::text as status, u.is_service,
        (select count(*)::int from sessions s where s.org_id = u.org_id and s.user_id = u.id and s.ended_at is null) as sessions
      from users u join organizations o on o.id = u.org_id and o.status <> 'closed'
      where u.email = ${email.toLowerCase()} and u.deleted_at is null and (${slug ?? null}::text is null or o.slug = ${slug ?? null})
      order by o.slug`,
  );
}
