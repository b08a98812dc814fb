import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { ListPage } from '../../contract/index.ts';
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
import type { ParentLock } from '../routes/parent-resource.ts';
import type { AnyRow } from './row.ts';
import {
  castValues,
  columnOn,
  filterClauses,
  hasColumn,
  orderClause,
  permissionPredicate,
  type RowsDefinition,
  scopePredicate,
  selectColumns,
} from './row-select.store.ts';
import type { RowAccess } from './rows.ts';

const { sql } = Prisma;

const fromTable = ({ table }: RowsDefinition) => sql`${identifier(table.name)} r`;

/** Finds a live row for which the caller has a right. */
export async function findRow<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  id: number,
  right: Right,
): Promise<Row | undefined> {
  return readOne<Row>(
    access.caller,
    sql`select ${selectColumns(definition, 'r', access.within)} from ${fromTable(definition)}
      where r.org_id = ${access.caller.org_id} and r.id = ${id} and ${permissionPredicate(definition, access, right, 'r')}`,
  );
}

/** Reads a page of the rows for which the caller has a right. */
export async function findRows<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  query: ListQuery,
  right: Right,
): Promise<ListPage<Row>> {
  const { caller } = access;
  const lifecycle = query.deleted ? 'deleted' : query.archived ? 'any' : 'live';
  const order = orderClause(definition, query.sort);
  return readPage<Row>(caller, query, {
    columns: selectColumns(definition, 'r', access.within),
    from: fromTable(definition),
    where: sql`r.org_id = ${caller.org_id} and ${scopePredicate(definition, access, right, 'r', lifecycle)}
      ${filterClauses(definition, access, query)}`,
    orderBy: lifecycle === 'any' ? sql`r.deleted_at is not null, ${order}` : order,
  });
}

/** The rows to export, in an order. */
export function exportStatement(
  definition: RowsDefinition,
  caller: Caller,
  filter: Readonly<Record<string, unknown>>,
  sort: string,
): Prisma.Sql {
  const right = definition.rights.export;
  return sql`select ${selectColumns(definition, 'r')} from ${fromTable(definition)}
    where r.org_id = ${caller.org_id} and ${scopePredicate(definition, { caller, within: {} }, right, 'r')}
      ${filterClauses(definition, { caller, within: {} }, filter)}
    order by ${orderClause(definition, sort)}`;
}

/** A new row, below the path's parent. */
export function insertRow<Row extends AnyRow>(
  definition: RowsDefinition,
  { caller, within }: RowAccess,
  values: object,
): Change<Row> {
  const by = {
    ...(hasColumn(definition, 'created_by') && { created_by: caller.user_id }),
    ...(hasColumn(definition, 'updated_by') && { updated_by: caller.user_id }),
  };
  return {
    table: definition.table,
    statement: insertInto(caller, definition.table, {
      ...castValues(definition, { ...initialValues(definition, caller), ...values }),
      ...within,
      ...by,
    }),
    select: selectColumns(definition, 'c', within),
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
    select: selectColumns(definition, 'c', access.within),
  };
}

/** Changes a live row unless it has these values already: see {@link updateIfDifferent}. */
export function updateRowIfDifferent<Row extends AnyRow>(
  definition: RowsDefinition,
  access: RowAccess,
  id: number,
  values: object,
  right: Right,
): Change<Row> {
  return updateRow(definition, access, id, values, right, updateIfDifferent);
}

/** Marks a live row for which the caller has a right as deleted, or a deleted one as live. */
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
  return {
    table,
    statement: updateRows(access.caller, table, values, where),
    select: selectColumns(definition, 'c', access.within),
  };
}

/** Finds a live row for which the caller has a right, and locks it against any other change until the end. */
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
  // A separate statement: the one that waited for the lock still has the snapshot from before.
  const [row] = await tx.rows<Row>(
    sql`select ${selectColumns(definition, 'r', access.within)} from ${fromTable(definition)}
      where r.org_id = ${org_id} and r.id = ${id} and ${permissionPredicate(definition, access, right, 'r')}`,
  );
  return row;
}

/** True if a right of the caller covers every row of the organization. */
export function coversAllRows({ route, predicates }: RowsDefinition, caller: Caller, right: Right): boolean {
  if (predicates.length > 0) return false;
  return !route.hasOwnScope || caller.rowScopeFor(route.permission(right))?.org === true;
}

/** True if values do not change to whom a row belongs: a row that was in a caller's reach stays there. */
export function keepsRowScope({ route, owners, predicates }: RowsDefinition, values: object): boolean {
  if (predicates.length > 0 || (route.hasOwnScope && owners.where)) return false;
  const { users = [], employees = [], teams = [] } = owners;
  const columns = [...users, ...employees, ...teams];
  // A team or an employee is its own owner: its parent or manager decides who reaches it, by any column.
  if (route.hasOwnScope && columns.includes('id')) return false;
  return !route.hasOwnScope || !columns.some((name) => Object.hasOwn(values, name));
}

/** True if a row just written is one that a right of the caller covers. */
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

/** Locks a live row of a table until the end, against deletion unless said otherwise; false when there is none with this id. */
export async function lockLiveRow(
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
