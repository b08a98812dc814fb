import { Prisma, readOne, type Transaction, WriteConflict } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { AnyRow } from '../rows/row.ts';
import { hasColumn, type RowsDefinition, scopePredicate, selectColumns } from '../rows/row-select.store.ts';
import type { RowAccess } from '../rows/rows.ts';

const { sql, join } = Prisma;

export async function findSingleton(
  definition: RowsDefinition,
  access: RowAccess,
): Promise<AnyRow | undefined> {
  const { caller } = access;
  return readOne<AnyRow>(
    caller,
    sql`select ${selectColumns(definition, 'r')} from ${identifier(definition.table.name)} r
      where r.org_id = ${caller.org_id} and ${scopePredicate(definition, access, 'read', 'r')}`,
  );
}

/**
 * Returns the row before the first change: computed fields, the defaults, and the creation time of the parent or
 * organization as its version.
 */
export async function findDefaultRow(
  definition: RowsDefinition,
  { caller, within }: RowAccess,
  defaults: object,
): Promise<AnyRow> {
  const values = JSON.stringify({ ...defaults, org_id: caller.org_id, ...within });
  const createdAt = definition.route.createdAt(sql`owner.org_id`, within);
  const row = await readOne<AnyRow>(
    caller,
    sql`select ${selectColumns(definition, 'r', within)} from (values (${caller.org_id}::int)) as owner (org_id),
      jsonb_populate_record(null::${identifier(definition.table.name)},
        ${values}::jsonb || jsonb_build_object('updated_at', ${createdAt})) r
      where r.updated_at is not null`,
  );
  if (!row) throw new Error('The organization does not exist');
  return row;
}

export async function findSingletonId(
  definition: RowsDefinition,
  tx: Transaction,
  { caller, within }: RowAccess,
): Promise<number | undefined> {
  const below = Object.entries(within).map(([name, id]) => sql`and r.${identifier(name)} = ${id}`);
  const [row] = await tx.rows<{ id: number }>(
    sql`select r.id from ${identifier(definition.table.name)} r where r.org_id = ${caller.org_id}
      ${below.length > 0 ? join(below, ' ') : Prisma.empty}`,
  );
  return row?.id;
}

/**
 * Inserts the row with the column defaults and the version that GET returned before. Part of the recorded write of
 * the first change.
 *
 * @throws WriteConflict if a concurrent write inserted the row: the transaction is retried
 */
export async function insertSingleton(
  definition: RowsDefinition,
  tx: Transaction,
  { caller, within }: RowAccess,
): Promise<void> {
  const createdAt = definition.route.createdAt(sql`${caller.org_id}::int`, within);
  const values = {
    org_id: sql`${caller.org_id}`,
    ...Object.fromEntries(Object.entries(within).map(([name, id]) => [name, sql`${id}`])),
    ...(hasColumn(definition, 'created_by') && { created_by: sql`${caller.user_id}` }),
    updated_at: createdAt,
  };
  const columns = Object.keys(values).map(identifier);
  const inserted = await tx.executeUnrecorded(
    sql`insert into ${identifier(definition.table.name)} (${join(columns)}) values (${join(Object.values(values))})
      on conflict do nothing`,
  );
  if (inserted === 0) throw new WriteConflict('The row was created by another write');
}
