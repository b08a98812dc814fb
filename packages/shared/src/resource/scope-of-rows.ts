import type { Caller } from '../caller.ts';
import type { RowScope } from '../db/row-owners.ts';
import { ownersOf, type RowsDefinition } from './rows.store.ts';

/** Whose the rows of a resource are and who may see them, so that one of them can be asked about. */
export function scopeOf(rows: RowsDefinition): RowScope {
  const { visible } = rows.sql;
  return {
    table: rows.table.name,
    owners: () => ownersOf(rows, 'r'),
    ...(visible && { visible: (caller: Caller) => visible(caller, 'r') }),
  };
}
