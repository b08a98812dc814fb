import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestService } from '../index.ts';

const { sql } = Prisma;

/** Grants a user new custom roles until the user has `count` grants, and returns the ids of the added grants. */
export async function addGrants(
  service: Pick<TestService, 'platform'>,
  { user }: Pick<Client, 'user'>,
  count: number,
): Promise<number[]> {
  const added = await executeOperational<{ id: number }>(
    service.platform,
    sql`with made as (
        insert into roles (org_id, code, name, permissions)
        select ${user.org_id}, ${`held_${user.id}_`} || n, 'Held', '{"task:read": ["org"]}' from generate_series(1, ${count} - (
          select count(*) from grants where org_id = ${user.org_id} and user_id = ${user.id} and deleted_at is null)) n
        returning id)
      insert into grants (org_id, user_id, role_id) select ${user.org_id}, ${user.id}, id from made returning id`,
  );
  return added.map(({ id }) => id);
}
