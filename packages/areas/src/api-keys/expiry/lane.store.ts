import type { Backlog, Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';
import { apiKeys } from '../api-keys.resource.ts';

const { sql } = Prisma;

/** Condition: a notice of the key is due and was not sent. The first line must match the condition of the index. */
const isDue = sql`k.revoked_at is null and k.expires_at is not null and not (0 = any(k.expiry_notices))
  and (k.expires_at <= now() + interval '7 days' and not (7 = any(k.expiry_notices))
    or k.expires_at <= now() + interval '1 day' and not (1 = any(k.expiry_notices))
    or k.expires_at <= now())`;

/** No `next` for wake-ups at the exact time: the sweeper finds due notices, and a short delay does not matter. */
export const expiryBacklog: Backlog = { from: sql`api_keys k`, orgId: sql`k.org_id`, due: () => isDue };

export interface ExpiringKey {
  id: number;
  name: string;
  prefix: string;
  expires_at: Date;
  /** Days before the expiry. */
  notice: 7 | 1 | 0;
  to: { user_id: number; email: string } | null;
}

/** Locks the next due keys. Skips those that another worker has locked. */
export function lockDueKeys(tx: Transaction, caller: Caller, limit: number): Promise<ExpiringKey[]> {
  return tx.rows<ExpiringKey>(
    sql`select k.id, k.name, k.prefix, k.expires_at,
        case when k.expires_at <= now() then 0 when k.expires_at <= now() + interval '1 day' then 1 else 7 end as notice,
        (select jsonb_build_object('user_id', p.id, 'email', p.email) from ${usersAs('u')}
          join ${usersAs('p')} on p.org_id = u.org_id and p.id = case when u.is_service then k.created_by else u.id end
          where u.org_id = k.org_id and u.id = k.user_id and p.status = 'active' and p.deleted_at is null) as "to"
      from api_keys k where k.org_id = ${caller.org_id} and ${isDue}
      order by k.id limit ${limit}::int for update of k skip locked`,
  );
}

/** Marks a notice and all earlier ones as sent. */
export function markNotice(caller: Caller, id: number, notice: 7 | 1 | 0): Change<{ id: number }> {
  const given = [7, 1, 0].filter((one) => one >= notice);
  return {
    table: apiKeys.table,
    statement: updateRows(
      caller,
      apiKeys.table,
      { expiry_notices: sql`${given}::int[]` },
      sql`id = ${id} and not (${notice} = any(expiry_notices))`,
    ),
    select: sql`c.id`,
  };
}
