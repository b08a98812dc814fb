import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { usersAs } from '../accounts/index.ts';
import { sessionsOfUser } from '../auth/index.ts';
import { openOrganizationOf, organizationsAs } from '../organizations/index.ts';

const { sql } = Prisma;

export interface OrganizationSummary {
  id: number;
  slug: string;
  status: string;
  plan_code: string;
  suspension_reason: string | null;
}

const summaryColumns = sql`o.id, o.slug, o.status, o.plan_code, o.suspension_reason`;

export async function findOrganizationBySlug(
  platform: Platform,
  slug: string,
): Promise<OrganizationSummary | undefined> {
  const [row] = await readCrossTenant<OrganizationSummary>(
    platform,
    sql`select ${summaryColumns} from ${organizationsAs('o')} where o.slug = ${slug.toLowerCase()}`,
  );
  return row;
}

export function listOrganizationsAfter(
  platform: Platform,
  id: number,
  limit: number,
): Promise<OrganizationSummary[]> {
  return readCrossTenant<OrganizationSummary>(
    platform,
    sql`select ${summaryColumns} from ${organizationsAs('o')} where o.id > ${id} order by o.id limit ${limit}::int`,
  );
}

export interface AccountSummary {
  org_id: number;
  slug: string;
  user_id: number;
  email: string;
  status: string;
  is_service: boolean;
  sessions: number;
}

export function findAccounts(
  platform: Platform,
  email: string,
  slug: string | undefined,
): Promise<AccountSummary[]> {
  return readCrossTenant<AccountSummary>(
    platform,
    sql`select u.org_id, o.slug, u.id as user_id, u.email, u.status::text as status, u.is_service,
        (select count(*)::int ${sessionsOfUser('u')}) as sessions
      from ${usersAs('u')} join ${openOrganizationOf('o', 'u')}
      where u.email = ${email.toLowerCase()} and u.deleted_at is null and (${slug ?? null}::text is null or o.slug = ${slug ?? null})
      order by o.slug`,
  );
}
