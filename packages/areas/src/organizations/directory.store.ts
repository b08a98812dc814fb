import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type RecordedTable, type Transaction, updateRows } from '@wfp/shared/db';

const { sql } = Prisma;

/** Serializes changes of primary addresses. */
export async function lockDirectory(tx: Transaction, caller: Caller): Promise<void> {
  await tx.rows(sql`select o.id from organizations o where o.id = ${caller.org_id} for no key update`);
}

export function unsetPrimary(
  caller: Caller,
  table: RecordedTable,
  kind: string,
  except: number | null,
): Change<{ id: number }> {
  const where = sql`kind = ${kind}::org_address_kind and is_primary and deleted_at is null
    and id is distinct from ${except}::int`;
  return { table, statement: updateRows(caller, table, { is_primary: false }, where), select: sql`c.id` };
}
