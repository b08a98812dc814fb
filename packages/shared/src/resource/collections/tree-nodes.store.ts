import { orderClause, Prisma, readRows } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import { invalidRequest } from '../../errors.ts';
import type { ComputedFields } from '../contract/field.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import {
  filterClauses,
  type RowsDefinition,
  rowOrder,
  scopePredicate,
  selectColumns,
} from '../rows/row-select.store.ts';
import type { RowAccess } from '../rows/rows.ts';

const { sql, empty, join } = Prisma;

/** Maximum number of rows in `GET …/tree`: all of them are in memory, and nesting them occupies the event loop. */
const maxTreeRows = 5_000;

interface TreeRequest {
  sort: string;
  computed: ComputedFields;
  filter: AnyValues;
  /** The rows whose children are returned, in addition to the root level; all if undefined. */
  open: readonly number[] | undefined;
}

/**
 * Returns live rows that the caller may read and that match a filter, in the default order of the list. With `open`, each
 * row has two more values: `is_root`, and `has_children` that the caller may read.
 *
 * @throws AppError `invalid` if they are too many
 */
export async function listTreeRows(
  rows: RowsDefinition,
  access: RowAccess,
  { sort, computed, filter, open }: TreeRequest,
): Promise<AnyRow[]> {
  const { caller } = access;
  const extra = Object.entries(computed).map(
    ([name, one]) => sql`${one.sql('r', access.within)} as ${identifier(name)}`,
  );
  const root = open && rootPredicate(rows, access);
  const ofLevel = root
    ? [
        sql`(${root}) as is_root`,
        sql`${hasReadable(rows, access, 'k', sql`k.parent_id = r.id`)} as has_children`,
      ]
    : [];
  const found = await readRows<AnyRow>(
    caller,
    sql`select ${join([selectColumns(rows, 'r'), ...extra, ...ofLevel])} from ${identifier(rows.table.name)} r
      where r.org_id = ${caller.org_id} and ${scopePredicate(rows, access, rows.rights.list, 'r')}
        ${root ? sql`and (${root} or r.parent_id = any(${[...(open ?? [])]}::int[]))` : empty}
        ${filterClauses({ ...rows, filters: {} }, access, filter)}
      order by ${orderClause(rowOrder(rows, sort))} limit ${maxTreeRows + 1}::int`,
  );
  if (found.length > maxTreeRows)
    throw invalidRequest(
      `There are more than ${maxTreeRows.toLocaleString('en')} records; read them with the list, by parent_id`,
    );
  return found;
}

/** Matches rows `r` without a parent that the caller may read. Searches for parents only if some may be hidden. */
function rootPredicate(rows: RowsDefinition, access: RowAccess): Prisma.Sql {
  const { route, rights, predicates } = rows;
  const scope = route.hasOwnScope ? access.caller.rowScopeFor(route.permission(rights.list)) : null;
  const isEveryRowReadable = predicates.length === 0 && (!route.hasOwnScope || scope?.org === true);
  if (isEveryRowReadable) return sql`r.parent_id is null`;
  return sql`r.parent_id is null or not ${hasReadable(rows, access, 'p', sql`p.id = r.parent_id`)}`;
}

/** True if there is a row with an alias that fits to the row `r` and that the caller may read, as SQL. */
const hasReadable = (
  rows: RowsDefinition,
  access: RowAccess,
  alias: string,
  fits: Prisma.Sql,
): Prisma.Sql => sql`exists (select 1 from ${identifier(rows.table.name)} ${identifier(alias)}
  where ${identifier(alias)}.org_id = ${access.caller.org_id} and ${fits}
    and ${scopePredicate(rows, access, rows.rights.list, alias)})`;
