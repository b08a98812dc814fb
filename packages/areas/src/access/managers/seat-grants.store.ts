import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** True if a user has an unrestricted grant of a role, including one that starts later. */
export async function holdsRole(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  role_id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select g.id from grants g where g.org_id = ${caller.org_id}
    and g.user_id = ${user_id} and g.role_id = ${role_id} and g.scope = 'role' and g.deleted_at is null`);
  return rows.length > 0;
}
