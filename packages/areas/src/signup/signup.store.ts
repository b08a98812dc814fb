import type { Caller, Platform } from '@wfp/shared';
import { type Change, Prisma, recordedTable } from '@wfp/shared/db';
import { operate } from '@wfp/shared/unscoped';

const { sql } = Prisma;

export const organizationsTable = recordedTable({
  name: 'organizations',
  aggregate: 'organization',
  org_id: 'id',
  columns: Prisma.OrganizationScalarFieldEnum,
  record_name: sql`c.name`,
});

/** Takes the ids of the organization and its owner ahead, since each names the other. */
export async function takeIds(platform: Platform): Promise<{ org_id: number; user_id: number }> {
  const [ids] = await operate<{ org_id: number; user_id: number }>(
    platform,
    sql`select nextval('organizations_id_seq')::int as org_id, nextval('users_id_seq')::int as user_id`,
  );
  if (!ids) throw new Error('No ids could be taken');
  return ids;
}

export function insertOrganization(caller: Caller, name: string, slug: string): Change<{ id: number }> {
  return {
    table: organizationsTable,
    statement: sql`insert into organizations (id, name, slug, created_by, updated_by)
      values (${caller.org_id}, ${name}, ${slug}, ${caller.user_id}, ${caller.user_id})`,
  };
}
