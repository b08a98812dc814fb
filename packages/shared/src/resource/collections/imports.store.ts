import { isVisibleRowOf } from '../../access/visible-rows.store.ts';
import { Prisma, type Transaction } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import { castValues, parentPredicate, type RowsDefinition } from '../rows/row-select.store.ts';
import type { RowAccess } from '../rows/rows.ts';

const { sql, join } = Prisma;

/**
 * Returns the id of the live row with this key, if the caller may read the row. Ignores the case of texts, like the unique
 * index, which rejects the key of a hidden row.
 */
export async function findIdByKey(
  tx: Transaction,
  { caller, within }: RowAccess,
  definition: RowsDefinition,
  key: string,
  value: unknown,
): Promise<number | undefined> {
  const column = sql`r.${identifier(key)}`;
  const isText = definition.fields[key]?.pgType === undefined;
  const { name } = definition.table;
  const conditions = [
    sql`r.org_id = ${caller.org_id}`,
    ...parentPredicate(definition.route, within, 'r'),
    sql`r.deleted_at is null`,
    isText
      ? sql`lower(${column}::text) = lower(${value}::text)`
      : sql`${column} = ${castValues(definition, { [key]: value })[key]}`,
    isVisibleRowOf(caller, name),
  ];
  const [row] = await tx.rows<{ id: number }>(
    sql`select r.id from ${identifier(name)} r where ${join(conditions, ' and ')} limit 1`,
  );
  return row?.id;
}
