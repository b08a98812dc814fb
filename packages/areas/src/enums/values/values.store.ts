import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type RecordedTable, type Transaction, updateRows } from '@wfp/shared/db';

const { sql } = Prisma;

export interface EnumRules {
  is_system: boolean;
  is_extensible: boolean;
}

export async function findEnumRules(tx: Transaction, caller: Caller, id: number): Promise<EnumRules> {
  const [row] = await tx.rows<EnumRules>(
    sql`select e.is_system, e.is_extensible from enums e where e.org_id = ${caller.org_id} and e.id = ${id}`,
  );
  if (!row) throw new Error(`Invariant: the locked enum ${id} does not exist`);
  return row;
}

export interface LiveValue {
  id: number;
  code: string;
  is_active: boolean;
  is_default: boolean;
  is_system: boolean;
  is_replaced: boolean;
  replaced_with: string | null;
}

/** Returns the live values. Requires the lock of the enum. */
export function findLiveValues(tx: Transaction, caller: Caller, enum_id: number): Promise<LiveValue[]> {
  return tx.rows<LiveValue>(
    sql`select v.id, v.code, v.is_active, v.is_default, v.is_system, v.replaced_with,
        v.replaced_with is not null and v.replaced_at is null as is_replaced
      from enum_values v where v.org_id = ${caller.org_id} and v.enum_id = ${enum_id} and v.deleted_at is null`,
  );
}

/** Unsets the default value. Requires the lock of the enum. */
export function unsetDefault(caller: Caller, table: RecordedTable, enum_id: number): Change<{ id: number }> {
  const where = sql`enum_id = ${enum_id} and is_default and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { is_default: false }, where), select: sql`c.id` };
}

export function archiveValues(caller: Caller, table: RecordedTable, enum_id: number): Change<{ id: number }> {
  const where = sql`enum_id = ${enum_id} and deleted_at is null`;
  return {
    table,
    statement: updateRows(caller, table, { deleted_at: sql`now()` }, where),
    select: sql`c.id`,
  };
}

/** Restores the values that were deleted together with their enum. They have the order that they had then. */
export function restoreValues(
  caller: Caller,
  table: RecordedTable,
  enum_id: number,
  deleted_at: string,
): Change<{ id: number }> {
  const where = sql`enum_id = ${enum_id} and deleted_at = ${deleted_at}::timestamptz`;
  return { table, statement: updateRows(caller, table, { deleted_at: null }, where), select: sql`c.id` };
}
