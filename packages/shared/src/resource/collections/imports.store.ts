import type { Caller } from '../../caller.ts';
import { Prisma, type Transaction } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { RowsDefinition } from '../rows/row-select.store.ts';

const { sql } = Prisma;

/** Returns the id of the live row with this key. Ignores case, like the unique index. */
export async function findIdByKey(
  tx: Transaction,
  caller: Caller,
  { table }: RowsDefinition,
  key: string,
  value: unknown,
): Promise<number | undefined> {
  const column = sql`x.${identifier(key)}`;
  const [row] = await tx.rows<{ id: number }>(sql`select x.id from ${identifier(table.name)} x
    where x.org_id = ${caller.org_id} and x.deleted_at is null and lower(${column}::text) = lower(${value}::text) limit 1`);
  return row?.id;
}
