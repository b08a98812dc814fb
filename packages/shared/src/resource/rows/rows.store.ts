import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { ListPage } from '../../contract/index.ts';
import {
  ascending,
  type Change,
  type ColumnValues,
  insertInto,
  orderClause,
  Prisma,
  readOne,
  readPage,
  type Transaction,
  updateIfDifferent,
  updateRows,
} from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { ListQuery } from '../contract/contract.ts';
import type { ParentLock } from '../routes/parent-resource.ts';
import type { AnyRow } from './row.ts';
import {
  castValues,
  columnOn,
  filterClauses,
  hasColumn,
  permissionPredicate,
  type RowsDefinition,
  rowOrder,
  scopePredicate,
  selectColumns,
} from './row-select.store.ts';
import type { RowAccess } from './rows.ts';

const { sql } = Prisma;

const fromTable = ({ table }: RowsDefinition) => sql`${identifier(table.name)} r`;

/** Finds a live row on which the caller has a right. */
export async function findRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  id: number,
  right: Right,
): Promise<Row | undefined> {
  return readOne<Row>(
    access.caller,
    sql`select ${selectColumns(definition, 'r', access.within, access.caller)} from ${fromTable(definition)}
      where r.org_id = ${access.caller.org_id} and r.id = ${id} and ${permissionPredicate(definition, access, right, 'r')}`,
  );
}

/** Returns a page of the rows on which the caller has a right. */
export async function findRows<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  query: ListQuery,
  right: Right,
): Promise<ListPage<Row>> {
  const { caller } = access;
  const lifecycle = query.deleted ? 'deleted' : query.archived ? 'any' : 'live';
  const order = rowOrder(definition, query.sort);
  return readPage<Row>(caller, query, {
    columns: selectColumns(definition, 'r', access.within, access.caller),
    alias: sql`r`,
    from: fromTable(definition),
    where: sql`r.org_id = ${caller.org_id} and ${scopePredicate(definition, access, right, 'r', lifecycle)}
      ${filterClauses(definition, access, query)}`,
    orderBy: lifecycle === 'any' ? [...ascending(sql`r.deleted_at is not null`), ...order] : order,
  });
}

export function exportStatement(
  definition: RowsDefinition,
  caller: Caller,
  filter: Readonly<Record<string, unknown>>,
  sort: string,
): Prisma.Sql {
  const right = definition.rights.export;
  return sql`select ${selectColumns(definition, 'r', {}, caller)} from ${fromTable(definition)}
    where r.org_id = ${caller.org_id} and ${scopePredicate(definition, { caller, within: {} }, right, 'r')}
      ${filterClauses(definition, { caller, within: {} }, filter)}
    order by ${orderClause(rowOrder(definition, sort))}`;
}

/** A change that inserts a row below the path's parent. */
export function insertRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  values: object,
): Change<Row> {
  const { caller, within } = access;
  return {
    table: definition.table,
    statement: insertInto(
      caller,
      definition.table,
      castValues(definition, newRow(definition, access, values)),
    ),
    select: selectColumns(definition, 'c', within, caller),
  };
}

/** The values of all columns that are not left to their default. */
export function newRow(
  definition: RowsDefinition,
  { caller, within }: RowAccess,
  values: object,
): ColumnValues {
  return {
    ...initialValues(definition, caller),
    ...values,
    ...within,
    ...(hasColumn(definition, 'created_by') && { created_by: caller.user_id }),
    ...(hasColumn(definition, 'updated_by') && { updated_by: caller.user_id }),
  };
}

function initialValues({ fields }: RowsDefinition, caller: Caller): ColumnValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial ? [[name, initial(caller)]] : [])),
  );
}

/** A change that updates a live row on which the caller has a right. */
export function updateRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  id: number,
  values: object,
  right: Right,
  update = updateRows,
): Change<Row> {
  const { table } = definition;
  const where = sql`id = ${id} and ${permissionPredicate(definition, access, right, table.name)}`;
  return {
    table,
    statement: update(access.caller, table, castValues(definition, values), where),
    select: selectColumns(definition, 'c', access.within, access.caller),
  };
}

/** Like {@link updateRow}, but has no effect if the row has these values already: see {@link updateIfDifferent}. */
export function updateRowIfDifferent<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  id: number,
  values: object,
  right: Right,
): Change<Row> {
  return updateRow(definition, access, id, values, right, updateIfDifferent);
}

/**
 * A change that archives a live row, or restores a deleted one, on which the caller has a right. A restored row is
 * returned with the time of its deletion, `was_deleted_at`.
 */
export function markRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
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
  const where = sql`id = ${id} and ${permissionPredicate(definition, access, right, table.name, isRestored ? 'deleted' : 'live')}`;
  const columns = selectColumns(definition, 'c', access.within, access.caller);
  return {
    table,
    statement: updateRows(access.caller, table, values, where),
    select: isRestored ? sql`${columns}, c._before ->> 'deleted_at' as was_deleted_at` : columns,
  };
}

/**
 * Locks and returns a live row on which the caller has a right. Prevents any other change until the end of the
 * transaction.
 */
export async function lockRow<Row extends AnyRow>(
  definition: RowsDefinition,
  tx: Transaction,
  access: RowAccess,
  id: number,
  right: Right,
): Promise<Row | undefined> {
  const { org_id } = access.caller;
  const locked = await tx.rows(
    sql`select r.id from ${fromTable(definition)} where r.org_id = ${org_id} and r.id = ${id} for no key update`,
  );
  if (locked.length === 0) return undefined;
  // A separate statement: one that waited for the lock still uses the snapshot from before the wait.
  const [row] = await tx.rows<Row>(
    sql`select ${selectColumns(definition, 'r', access.within, access.caller)} from ${fromTable(definition)}
      where r.org_id = ${org_id} and r.id = ${id} and ${permissionPredicate(definition, access, right, 'r')}`,
  );
  return row;
}

export function coversAllRows({ route, predicates }: RowsDefinition, caller: Caller, right: Right): boolean {
  if (predicates.length > 0) return false;
  return !route.hasOwnScope || caller.rowScopeFor(route.permission(right))?.org === true;
}

/** True if values change no owner column, so that a row stays in every row scope it was in. */
export function keepsRowScope({ route, owners, predicates }: RowsDefinition, values: object): boolean {
  if (predicates.length > 0 || (route.hasOwnScope && owners.where)) return false;
  const { users = [], employees = [], teams = [] } = owners;
  const columns = [...users, ...employees, ...teams];
  // Teams and employees own themselves: any column, such as the parent or manager, may decide whose scope they are
  // in.
  if (route.hasOwnScope && columns.includes('id')) return false;
  return !route.hasOwnScope || !columns.some((name) => Object.hasOwn(values, name));
}

/** True if a row is in the scope of a right of the caller. */
export async function isRowInScope(
  definition: RowsDefinition,
  tx: Transaction,
  access: RowAccess,
  id: number,
  right: Right,
): Promise<boolean> {
  if (coversAllRows(definition, access.caller, right)) return true;
  const rows = await tx.rows(
    sql`select r.id from ${fromTable(definition)} where r.org_id = ${access.caller.org_id} and ${columnOn('r', 'id')} = ${id}
      and ${scopePredicate(definition, access, right, 'r')}`,
  );
  return rows.length > 0;
}

/**
 * Locks a live row until the end of the transaction. Returns false if there is none with this id. A long transaction
 * does not repeat a lock that it holds.
 *
 * @param condition on alias `r`
 */
export async function lockLiveRow(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
  strength: ParentLock | 'key share' = 'share',
  condition = sql`true`,
): Promise<boolean> {
  const held = `${table} ${id} ${strength} ${condition.sql}`;
  if (tx.longHeld?.has(held)) return true;
  const rows = await tx.rows(sql`select r.id from ${identifier(table)} r where r.org_id = ${caller.org_id}
    and r.id = ${id} and r.deleted_at is null and ${condition} for ${Prisma.raw(strength)} of r`);
  if (rows.length === 0) return false;
  tx.longHeld?.add(held);
  return true;
}
