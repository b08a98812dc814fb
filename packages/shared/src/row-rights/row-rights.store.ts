import { resourceOf } from '../access/access-model.ts';
import type { Permission, Right } from '../access/rights.ts';
import { type RowOwners, rowsInScope } from '../access/row-scope.ts';
import type { Caller } from '../caller.ts';
import { Prisma } from '../db/generated/client.ts';

/** Holds for all rows, for none, or for those that match the SQL. */
export type RowCondition = boolean | Prisma.Sql;

/** The rows of an endpoint, and who has which right on them. */
export interface RowRights {
  /** The resource whose permissions the operations on a row require. */
  resource: string;
  /** The path of one row. Operations on the row have this path, or one below it; the names of parameters do not matter. */
  path: string;
  /** The table with its alias in conditions; undefined if no condition depends on the row. */
  from(caller: Caller): { table: string; alias: string } | undefined;
  /** The rows on which the caller has a right, among those that they may read. */
  condition(caller: Caller, right: Right): RowCondition;
}

/** The rows that a permission covers, by their owners. */
export function scopeCondition(
  caller: Caller,
  permission: Permission,
  owners: () => RowOwners | undefined,
): RowCondition {
  const scope = caller.rowScopeFor(permission);
  if (!scope) return false;
  if (scope.org) return true;
  const its = owners();
  return its ? rowsInScope(caller, permission, its) : false;
}

/** The rows of a resource that a permission covers, on alias `r` of its table. */
export const resourceCondition = (caller: Caller, permission: Permission): RowCondition =>
  scopeCondition(caller, permission, () =>
    caller.platform.access.resources.get(resourceOf(permission))?.rows?.owners(caller),
  );

/** The rows that match all conditions. */
export function allOf(conditions: readonly RowCondition[]): RowCondition {
  if (conditions.includes(false)) return false;
  const some = conditions.filter((one) => typeof one !== 'boolean');
  return some.length === 0 ? true : Prisma.join(some, ' and ');
}

/**
 * The rights on rows of a resource whose operations the area wrote by hand: those that the permissions give.
 *
 * @param path the path of one row
 */
export const rightsOnRows = (resource: string, path: string): RowRights => ({
  resource,
  path,
  from: ({ platform }) => {
    const rows = platform.access.resources.get(resource)?.rows;
    return rows && { table: rows.table, alias: 'r' };
  },
  condition: (caller, right) => resourceCondition(caller, `${resource}:${right}`),
});
