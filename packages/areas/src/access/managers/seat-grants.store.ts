import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** Whether a user has a grant of a whole role that was not ended, one that is yet to begin included. */
export async function holdsRole(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  role_id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select g.id from grants g where g.org_id = ${caller.org_id}
    and g.user_id = ${user_id} and g.role_id = ${role_id} and g.scope = 'role' and g.team_id is null
    and g.deleted_at is null`);
  return rows.length > 0;
}
