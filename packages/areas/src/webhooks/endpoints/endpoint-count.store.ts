import type { Caller } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** Locks and counts the live endpoints, so that two writes at once cannot both take the last place. */
export async function countWebhooks(tx: Transaction, caller: Caller): Promise<number> {
  await lockOrganization(tx, caller, 'webhook_endpoint_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from webhook_endpoints where org_id = ${caller.org_id} and deleted_at is null`,
  );
  return row?.total ?? 0;
}
