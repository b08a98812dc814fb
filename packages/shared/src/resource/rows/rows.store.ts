import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { Listed } from '../../contract/index.ts';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  readOne,
  readPage,
  type Transaction,
  updateIfDifferent,
  updateRows,
} from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded-table.ts';
import type { ListQuery } from '../contract/contract.ts';
import type { ParentLock } from '../places/parent-resource.ts';
import type { AnyRow } from './row.ts';
import {
  at,
  columnsOf,
  filtersOf,
  has,
  orderOf,
  permitted,
  type RowsDefinition,
  typed,
  withinReach,
} from './row-select.store.ts';
import type { Access } from './rows.ts';

const { sql } = Prisma;

const tableOf = ({ table }: RowsDefinition) => sql`${identifier(table.name)} r`;

/** Finds a live row for which the caller has a right. */
export async function findRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: Access,
  id: number,
  right: Right,
): Promise<Row | undefined> {
  return readOne<Row>(
    access.caller,
    sql`select ${columnsOf(definition, 'r', access.within)} from ${tableOf(definition)}
      where r.org_id = ${access.caller.org_id} and r.id = ${id} and ${permitted(definition, access, right, 'r')}`,
  );
}

/** Reads a page of the rows for which the caller has a right. */
export async function findRows<Row extends AnyRow>(
  definition: RowsDefinition,
  access: Access,
  query: ListQuery,
  right: Right,
): Promise<Listed<Row>> {
  const { caller } = access;
  const lifecycle = query.deleted ? 'deleted' : query.archived ? 'any' : 'live';
  const order = orderOf(definition, query.sort);
  return readPage<Row>(caller, query, {
    columns: columnsOf(definition, 'r', access.within),
    from: tableOf(definition),
    where: sql`r.org_id = ${caller.org_id} and ${withinReach(definition, access, right, 'r', lifecycle)}
      ${filtersOf(definition, access, query)}`,
    orderBy: lifecycle === 'any' ? sql`r.deleted_at is not null, ${order}` : order,
  });
}

/** The rows to export, in an order. */
export function exportedRows(
  definition: RowsDefinition,
  caller: Caller,
  filter: Readonly<Record<string, unknown>>,
  sort: string,
): Prisma.Sql {
  const right = definition.rights.export;
  return sql`select ${columnsOf(definition, 'r')} from ${tableOf(definition)}
    where r.org_id = ${caller.org_id} and ${withinReach(definition, { caller, within: {} }, right, 'r')}
      ${filtersOf(definition, { caller, within: {} }, filter)}
    order by ${orderOf(definition, sort)}`;
}

/** A new row, below the path's parent. */
export function insertRow<Row extends AnyRow>(
  definition: RowsDefinition,
  { caller, within }: Access,
  values: object,
): Change<Row> {
  const by = {
    ...(has(definition, 'created_by') && { created_by: caller.user_id }),
    ...(has(definition, 'updated_by') && { updated_by: caller.user_id }),
  };
  return {
    table: definition.table,
    statement: insertInto(caller, definition.table, {
      ...typed(definition, { ...initialValues(definition, caller), ...values }),
      ...within,
      ...by,
    }),
    select: columnsOf(definition, 'c', within),
  };
}

/** Initial values of fields that depend on the caller, for a new row. */
function initialValues({ fields }: RowsDefinition, caller: Caller): ColumnValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial ? [[name, initial(caller)]] : [])),
  );
}

/** Changes a live row for which the caller has a right. */
export function updateRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: Access,
  id: number,
  values: object,
  right: Right,
  update = updateRows,
): Change<Row> {
  const { table } = definition;
  const where = sql`id = ${id} and ${permitted(definition, access, right, table.name)}`;
  return {
    table,
    statement: update(access.caller, table, typed(definition, values), where),
    select: columnsOf(definition, 'c', access.within),
  };
}

/** Changes a live row unless it has these values already: see {@link updateIfDifferent}. */
export function updateRowIfDifferent<Row extends AnyRow>(
  definition: RowsDefinition,
  access: Access,
  id: number,
  values: object,
  right: Right,
): Change<Row> {
  return updateRow(definition, access, id, values, right, updateIfDifferent);
}

/** Marks a live row for which the caller has a right as deleted, or a deleted one as live. */
export function markRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: Access,
  id: number,
  as: 'archived' | 'restored',
  right: Right,
): Change<Row> {
  const { table } = definition;
  const isRestored = as === 'restored';
  const { onRestore, onArchive = () => ({ deleted_at: sql`now()` }) } = definition;
  const restored = onRestore.map((values) => values(access.caller, table.name));
  const values = isRestored
    ? Object.assign({ deleted_at: null }, ...restored)
    : onArchive(access.caller, table.name);
  const where = sql`id = ${id} and ${permitted(definition, access, right, table.name, isRestored ? 'deleted' : 'live')}`;
  return {
    table,
    statement: updateRows(access.caller, table, values, where),
    select: columnsOf(definition, 'c', access.within),
  };
}

/** Finds a live row for which the caller has a right, and locks it against any other change until the end. */
export async function lockRow<Row extends AnyRow>(
  definition: RowsDefinition,
  tx: Transaction,
  access: Access,
  id: number,
  right: Right,
): Promise<Row | undefined> {
  const { org_id } = access.caller;
  const locked = await tx.rows(
    sql`select r.id from ${tableOf(definition)} where r.org_id = ${org_id} and r.id = ${id} for no key update`,
  );
  if (locked.length === 0) return undefined;
  // A separate statement: the one that waited for the lock still has the snapshot from before.
  const [row] = await tx.rows<Row>(
    sql`select ${columnsOf(definition, 'r', access.within)} from ${tableOf(definition)}
      where r.org_id = ${org_id} and r.id = ${id} and ${permitted(definition, access, right, 'r')}`,
  );
  return row;
}

/** True if a right of the caller covers every row of the organization. */
export function reachesAll({ place, predicates }: RowsDefinition, caller: Caller, right: Right): boolean {
  if (predicates.length > 0) return false;
  return !place.hasOwnScope || caller.reach(place.permission(right))?.org === true;
}

/** True if values do not change to whom a row belongs: a row that was in a caller's reach stays there. */
export function keepsReach({ place, owners, predicates }: RowsDefinition, values: object): boolean {
  if (predicates.length > 0 || (place.hasOwnScope && owners.where)) return false;
  const { users = [], employees = [], teams = [] } = owners;
  const columns = [...users, ...employees, ...teams];
  // A team or an employee is its own owner: its parent or manager decides who reaches it, by any column.
  if (place.hasOwnScope && columns.includes('id')) return false;
  return !place.hasOwnScope || !columns.some((name) => Object.hasOwn(values, name));
}

/** True if a row just written is one that a right of the caller covers. */
export async function liesInReach(
  definition: RowsDefinition,
  tx: Transaction,
  access: Access,
  id: number,
  right: Right,
): Promise<boolean> {
  if (reachesAll(definition, access.caller, right)) return true;
  const rows = await tx.rows(
    sql`select r.id from ${tableOf(definition)} where r.org_id = ${access.caller.org_id} and ${at('r', 'id')} = ${id}
      and ${withinReach(definition, access, right, 'r')}`,
  );
  return rows.length > 0;
}

/** Locks a live row of a table until the end, against deletion unless said otherwise; false when there is none with this id. */
export async function lockLive(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
  strength: ParentLock | 'key share' = 'share',
): Promise<boolean> {
  const rows = await tx.rows(sql`select x.id from ${identifier(table)} x
    where x.org_id = ${caller.org_id} and x.id = ${id} and x.deleted_at is null for ${Prisma.raw(strength)}`);
  return rows.length > 0;
}
