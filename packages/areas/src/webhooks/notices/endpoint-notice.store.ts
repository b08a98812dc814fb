import type { Caller } from '@wfp/shared';
import { type Change, type ColumnValues, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { grantsInForceOf } from '../../access/index.ts';
import { usersAs } from '../../accounts/index.ts';
import { webhooks } from '../endpoints/webhooks.resource.ts';

const { sql } = Prisma;

export interface NoticeEndpoint {
  id: number;
  url: string;
  failing_since: Date | null;
}

/** A change of an active endpoint by a lane. It has no effect unless the condition `when` is true. */
export function automaticChange(
  caller: Caller,
  id: number,
  values: ColumnValues,
  when: Prisma.Sql,
): Change<NoticeEndpoint> {
  return {
    table: webhooks.table,
    // Keeps `updated_by`: no user made the change.
    statement: updateRows(
      caller,
      webhooks.table,
      { ...values, updated_by: sql`updated_by` },
      sql`id = ${id} and is_active and deleted_at is null and ${when}`,
    ),
    select: sql`c.id, c.url, c.failing_since`,
  };
}

export function findAdmins(tx: Transaction, caller: Caller): Promise<{ user_id: number; email: string }[]> {
  return tx.rows(
    sql`select u.id as user_id, u.email from ${usersAs('u')}
      where u.org_id = ${caller.org_id} and u.status = 'active' and u.deleted_at is null and not u.is_service
        and exists (select ${grantsInForceOf('u')} and g.scope = 'role' and r.is_builtin and r.code in ('owner', 'admin'))
      order by u.id`,
  );
}
