import { Prisma, type Transaction } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import { castValues, parentPredicate, type RowsDefinition } from '../rows/row-select.store.ts';
import type { RowAccess } from '../rows/rows.ts';

const { sql, join } = Prisma;

/** Returns the id of the live row with this key. Ignores the case of texts, like the unique index. */
export async function findIdByKey(
  tx: Transaction,
  { caller, within }: RowAccess,
  definition: RowsDefinition,
  key: string,
  value: unknown,
): Promise<number | undefined> {
  const column = sql`x.${identifier(key)}`;
  const isText = definition.fields[key]?.pgType === undefined;
  const conditions = [
    sql`x.org_id = ${caller.org_id}`,
    ...parentPredicate(definition.route, within, 'x'),
    sql`x.deleted_at is null`,
    isText
      ? sql`lower(${column}::text) = lower(${value}::text)`
      : sql`${column} = ${castValues(definition, { [key]: value })[key]}`,
  ];
  const [row] = await tx.rows<{ id: number }>(
    sql`select x.id from ${identifier(definition.table.name)} x where ${join(conditions, ' and ')} limit 1`,
  );
  return row?.id;
}
