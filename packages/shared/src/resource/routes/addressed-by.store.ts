import type { Caller } from '../../caller.ts';
import { Prisma, readOne } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { RowsDefinition } from '../rows/row-select.store.ts';

const { sql } = Prisma;

export async function findIdByAddress(
  { table, address }: RowsDefinition,
  caller: Caller,
  value: unknown,
): Promise<number | undefined> {
  const row = await readOne<{ id: number }>(
    caller,
    sql`select r.id from ${identifier(table.name)} r
      where r.org_id = ${caller.org_id} and r.${identifier(address.name)} = ${value} and r.deleted_at is null`,
  );
  return row?.id;
}
