import type { Right } from '../../../access/rights.ts';
import {
  type CombinableWrite,
  type CombinedRow,
  insertCombined,
  type Recording,
  updateCombined,
} from '../../../db/index.ts';
import type { AnyRow } from '../row.ts';
import { permissionPredicate, type RowsDefinition, selectColumns } from '../row-select.store.ts';
import { insertRow, newRow, updateRowIfDifferent } from '../rows.store.ts';
import type { RowAccess } from '../rows.ts';

/** The creation of a row, which can be combined with other creations of the resource. */
export function combinableCreate(
  definition: RowsDefinition,
  access: RowAccess,
  values: object,
  recording: Recording,
): CombinableWrite<AnyRow> {
  const { table } = definition;
  return {
    key: `${table.name} ${shownBy(definition, access)}`,
    values: newRow(definition, access, values),
    recording,
    alone: () => insertRow(definition, access, values),
    together: (rows: readonly CombinedRow[]) => ({
      table,
      ...insertCombined(table, rows),
      select: selectColumns(definition, 'c', access.within),
    }),
  };
}

/** An update of a live row, which can be combined with other updates that have the same condition. */
export function combinableUpdate(
  definition: RowsDefinition,
  access: RowAccess,
  { id, values, right }: { id: number; values: object; right: Right },
  recording: Recording,
): CombinableWrite<AnyRow> {
  const { table } = definition;
  const where = permissionPredicate(definition, access, right, table.name);
  return {
    key: `${table.name} ${shownBy(definition, access)} ${where.sql} ${JSON.stringify(where.values)}`,
    values: { ...values, id },
    recording,
    alone: () => updateRowIfDifferent(definition, access, id, values, right),
    together: (rows: readonly CombinedRow[]) => ({
      table,
      ...updateCombined(table, rows, { where }),
      select: selectColumns(definition, 'c', access.within),
    }),
  };
}

/** The values of the path, if the columns of a response may depend on them; otherwise empty. */
function shownBy({ route, computed }: RowsDefinition, { within }: RowAccess): string {
  const isShown = route.shownColumns !== undefined || Object.keys(computed).length > 0;
  return isShown ? JSON.stringify(within) : '';
}
