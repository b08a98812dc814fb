import type { Caller, Platform } from '@wfp/shared';
import { type Change, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { usersAs } from '../accounts/index.ts';
import { organizationsAs, organizationsTable } from '../organizations/index.ts';

const { sql } = Prisma;

/** Reserves the ids of the organization and its owner, whose rows refer to each other. */
export async function reserveIds(platform: Platform): Promise<{ org_id: number; user_id: number }> {
  const [ids] = await executeOperational<{ org_id: number; user_id: number }>(
    platform,
    sql`select nextval('organizations_id_seq')::int as org_id, nextval('users_id_seq')::int as user_id`,
  );
  if (!ids) throw new Error('Invariant: the query returned no row');
  return ids;
}

/** @param isVerified true if an operator creates the organization */
export function insertOrganization(
  caller: Caller,
  { org_name, org_slug }: { org_name: string; org_slug: string },
  isVerified = false,
): Change<{ id: number }> {
  const status = isVerified ? 'active' : 'unverified';
  return {
    table: organizationsTable,
    statement: sql`insert into organizations (id, name, slug, status, verified_at, created_by, updated_by)
      values (${caller.org_id}, ${org_name}, ${org_slug}, ${status}::organization_status,
        case when ${isVerified} then now() end, ${caller.user_id}::int, ${caller.user_id}::int)`,
  };
}

/** Returns the slugs that are taken, including those of closed organizations. */
export async function findTakenSlugs(platform: Platform, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await readCrossTenant<{ slug: string }>(
    platform,
    sql`select o.slug from ${organizationsAs('o')} where o.slug = any(${[...slugs]}::text[])`,
  );
  return new Set(rows.map((row) => row.slug));
}

export interface UnverifiedFounder {
  org_id: number;
  org_name: string;
  user_id: number;
  name: string;
  email: string;
}

export async function findUnverifiedFounder(
  platform: Platform,
  org_slug: string,
  email: string,
): Promise<UnverifiedFounder | undefined> {
  const [row] = await readCrossTenant<UnverifiedFounder>(
    platform,
    sql`select o.id as org_id, o.name as org_name, u.id as user_id, u.first_name || ' ' || u.last_name as name, u.email
      from ${organizationsAs('o')} join ${usersAs('u')} on u.org_id = o.id and u.id = o.created_by and u.deleted_at is null
      where o.slug = ${org_slug} and u.email = ${email} and o.status = 'unverified' and u.status = 'active'`,
  );
  return row;
}
