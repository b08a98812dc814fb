import type { Caller } from '../../caller.ts';
import { type Change, lockOrganization, Prisma, type Transaction, updateRows } from '../../db/index.ts';
import { limitedToList } from '../../db/statements/results/page-limit.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import {
  castValues,
  columnOn,
  permissionPredicate,
  type RowsDefinition,
  selectColumns,
} from '../rows/row-select.store.ts';
import type { RowAccess } from '../rows/rows.ts';

const { sql, empty, join } = Prisma;

export interface RowOrder {
  table: string;
  within: readonly string[];
}

/** Serializes writes that change positions, so that no two rows get the same one. */
export async function lockOrder(tx: Transaction, caller: Caller): Promise<void> {
  await lockOrganization(tx, caller, 'row_order');
}

/**
 * Condition: rows `o` in the same group as a row, which is given by its values or by its alias. Empty if the order has
 * no groups.
 */
function groupPredicate({ within }: RowOrder, of: AnyValues | string): Prisma.Sql {
  if (within.length === 0) return empty;
  const value = (name: string) => (typeof of === 'string' ? columnOn(of, name) : sql`${of[name] ?? null}`);
  return sql` and ${join(
    within.map((name) => sql`${columnOn('o', name)} is not distinct from ${value(name)}`),
    ' and ',
  )}`;
}

/** The position after the last live row, as SQL. */
export function nextPosition(caller: Caller, order: RowOrder, of: AnyValues | string): Prisma.Sql {
  return sql`(select coalesce(max(o.position) + 1, 0) from ${identifier(order.table)} o
    where o.org_id = ${caller.org_id} and o.deleted_at is null${groupPredicate(order, of)})`;
}

/** True if a group has more than a number of live rows. */
export async function hasMoreThan(
  tx: Transaction,
  caller: Caller,
  order: RowOrder,
  group: AnyValues,
  rows: number,
): Promise<boolean> {
  const beyond = await tx.rows(sql`select o.id from ${identifier(order.table)} o
    where o.org_id = ${caller.org_id} and o.deleted_at is null${groupPredicate(order, group)} offset ${rows}::int limit 1`);
  return beyond.length > 0;
}

/** Moves up the rows after a row that left the order. Part of the recorded write of that row. */
export async function closeGap(
  tx: Transaction,
  caller: Caller,
  order: RowOrder,
  left: AnyRow,
): Promise<void> {
  await tx.executeUnrecorded(sql`update ${identifier(order.table)} o set position = o.position - 1
    where o.org_id = ${caller.org_id} and o.deleted_at is null and o.position > ${left.position}${groupPredicate(order, left)}`);
}

export interface RowState {
  id: number;
  position: number;
  is_permitted: boolean;
}

export function listGroupStates(
  tx: Pick<Transaction, 'rows'>,
  rows: RowsDefinition,
  order: RowOrder,
  access: RowAccess,
  group: AnyValues,
): Promise<RowState[]> {
  return tx.rows<RowState>(sql`select o.id, o.position, ${permissionPredicate(rows, access, rows.rights.update, 'o')} as is_permitted
    from ${identifier(order.table)} o
    where o.org_id = ${access.caller.org_id} and o.deleted_at is null${groupPredicate(order, group)} order by o.position, o.id`);
}

/** @throws AppError `invalid` on `ids` if the rows have more than 8 MiB */
export function listGroupRows(
  tx: Transaction,
  rows: RowsDefinition,
  order: RowOrder,
  { caller }: RowAccess,
  group: AnyValues,
): Promise<AnyRow[]> {
  const statement = sql`select ${selectColumns(rows, 'o')} from ${identifier(order.table)} o
    where o.org_id = ${caller.org_id} and o.deleted_at is null${groupPredicate(order, group)} order by o.position, o.id`;
  return tx.rows<AnyRow>(limitedToList(statement, 'ids'));
}

/** A change that sets positions by the order of `ids`. Skips rows whose position does not change. */
export function repositionRows(
  rows: RowsDefinition,
  order: RowOrder,
  { caller }: RowAccess,
  group: AnyValues,
  ids: readonly number[],
): Change<AnyRow> {
  const position = sql`array_position(${[...ids]}::int[], id) - 1`;
  const groups = Object.entries(castValues(rows, group)).filter(([name]) => order.within.includes(name));
  const same = groups.map(([name, value]) => sql`and ${identifier(name)} is not distinct from ${value}`);
  return {
    table: rows.table,
    statement: updateRows(
      caller,
      rows.table,
      { position },
      sql`deleted_at is null ${same.length > 0 ? join(same, ' ') : empty} and position <> ${position}`,
    ),
    select: selectColumns(rows, 'c'),
  };
}
