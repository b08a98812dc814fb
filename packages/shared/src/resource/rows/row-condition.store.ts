import { resourceOf } from '../../access/access-model.ts';
import type { Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import { Prisma } from '../../db/index.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import {
  allOf,
  type RowCondition,
  type RowRights,
  resourceCondition,
  scopeCondition,
} from '../../row-rights/row-rights.store.ts';
import type { ParentResource } from '../routes/parent-resource.ts';
import { rowPath } from '../routes/route.ts';
import { columnOn, rowOwnersOn } from './row-select.store.ts';
import type { RowPredicate, Rows } from './rows.ts';

const { sql, join } = Prisma;

/** The rights on the rows of a declared resource. They are those of the parent if the rows have no permissions of their own. */
export const rowRightsOf = (rows: Rows): RowRights => ({
  resource: permissionResource(rows),
  path: rowPath(rows),
  from: () => ({ table: rows.table.name, alias: 'c' }),
  condition: (caller, right) => rowCondition(rows, caller, right, 'c'),
});

const permissionResource = ({ route }: Rows) => resourceOf(route.permission('read'));

/** The rows, among those that the caller may read, that operations requiring a right accept. */
export function rowCondition(rows: Rows, caller: Caller, right: Right, alias: string): RowCondition {
  const { route, owners } = rows;
  const permission = `${permissionResource(rows)}:${right}` as const;
  return allOf([
    route.hasOwnScope
      ? scopeCondition(caller, permission, () => rowOwnersOn(owners, alias, caller))
      : caller.rowScopeFor(permission) !== null,
    route.parentCondition?.(caller, right, alias) ?? true,
    restrictionOf(rows, right, (restriction) => restriction(caller, alias)),
  ]);
}

/** The restriction of the operations that require a right. Several may require the same right on the parent. */
function restrictionOf(
  rows: Rows,
  right: Right,
  evaluate: (restriction: RowPredicate) => Prisma.Sql,
): RowCondition {
  const { route, restrictions } = rows;
  const required = route.hasOwnScope ? [right] : rightsWithPermission(rows, right);
  const found = required.map((one) => restrictions[one]);
  if (found.length === 0 || found.includes(undefined)) return true;
  const alternatives = [...new Set(found)].flatMap((one) => (one ? evaluate(one) : []));
  return sql`(${join(alternatives, ' or ')})`;
}

/** The rights of the operations on a row that require a right on its parent. */
function rightsWithPermission({ route, rights, operations }: Rows, right: Right): Right[] {
  const permission = `${resourceOf(route.permission('read'))}:${right}`;
  const onRow = operations.filter((one) => one === 'update' || one === 'archive' || one === 'restore');
  return onRow.map((one) => rights[one]).filter((one) => route.permission(one) === permission);
}

interface ParentCheck {
  caller: Caller;
  right: Right;
  /** The alias of the child's table. */
  alias: string;
  /** The column with the parent's id; undefined if the parent is the organization. */
  field: string | undefined;
}

/** The child rows on whose parent the caller has a right. */
export function parentPermits(
  parent: ParentResource,
  { caller, right, alias, field }: ParentCheck,
): RowCondition {
  const inner = parent.condition ? `${alias}p` : 'r';
  const condition =
    parent.condition?.(caller, right, inner) ?? resourceCondition(caller, `${parent.resource}:${right}`);
  if (typeof condition === 'boolean') return condition;
  const id = field ? columnOn(alias, field) : sql`${caller.org_id}`;
  return sql`exists (select from ${identifier(parent.table)} ${identifier(inner)}
    where ${columnOn(inner, 'org_id')} = ${caller.org_id} and ${columnOn(inner, 'id')} = ${id} and ${condition})`;
}
