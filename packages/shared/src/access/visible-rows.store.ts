import type { Caller } from '../caller.ts';
import { Prisma } from '../db/generated/client.ts';
import { rowsInScope } from './row-scope.ts';

const { sql } = Prisma;

function tableOf(caller: Caller, code: string) {
  const rows = caller.platform.access.resources.get(code)?.rows;
  if (!rows) throw new Error(`Invariant: the resource ${code} has no table`);
  return rows;
}

/**
 * A condition on the alias `r` of a resource's table, for rows to which the caller can refer: those that the caller may
 * read. Users can refer to their own user, employee and teams without a permission.
 */
export function isVisibleRow(caller: Caller, code: string): Prisma.Sql {
  const visible = isReadableRow(caller, code);
  const own = caller.rowScopeFor(`${code}:read`)?.org ? [] : ownRows(caller, code);
  return own.length === 0 ? visible : sql`(${Prisma.join([visible, ...own], ' or ')})`;
}

/** A condition on the alias `r` of a resource's table, for rows that the caller may read by a permission. */
export function isReadableRow(caller: Caller, code: string): Prisma.Sql {
  const rows = tableOf(caller, code);
  const permission = `${code}:read` as const;
  const isOfAll = caller.rowScopeFor(permission)?.org;
  const seen = isOfAll ? sql`true` : rowsInScope(caller, permission, rows.owners(caller));
  return rows.visible ? sql`(${seen} and ${rows.visible(caller as never)})` : seen;
}

function ownRows({ org_id, user_id, employee_id, grants }: Caller, code: string): Prisma.Sql[] {
  if (code === 'user') return user_id === null ? [] : [sql`r.id = ${user_id}::int`];
  if (code === 'employee') return employee_id === null ? [] : [sql`r.id = ${employee_id}::int`];
  if (code !== 'team') return [];
  const granted = grants.flatMap(({ team_id }) => team_id ?? []);
  return [
    ...(employee_id === null
      ? []
      : [sql`r.id = any(array(select teams_of(${org_id}::int, ${employee_id}::int)))`]),
    ...(granted.length === 0
      ? []
      : [sql`r.id = any(array(select teams_under(${org_id}::int, ${granted}::int[])))`]),
  ];
}

/** True if there is a live row that meets the condition; false for null. Does not lock it. */
export const hasLiveRow = (
  caller: Caller,
  code: string,
  id: number | null | undefined | Prisma.Sql,
  condition = sql`true`,
): Prisma.Sql =>
  sql`exists (select from ${Prisma.raw(tableOf(caller, code).table)} r where r.org_id = ${caller.org_id}
    and r.id = (${id ?? null})::int and r.deleted_at is null and ${condition})`;

/** True if there is a live row to which the caller can refer; false for null. Does not lock it. */
export const hasVisibleRow = (
  caller: Caller,
  code: string,
  id: number | null | undefined | Prisma.Sql,
): Prisma.Sql => hasLiveRow(caller, code, id, isVisibleRow(caller, code));

/**
 * The condition of {@link isVisibleRow} for the resources whose rows are in a table; true if there is none. A resource whose
 * data is in another table, such as the private data of an employee, does not make the rows visible to its readers.
 */
export function isVisibleRowOf(caller: Caller, table: string): Prisma.Sql {
  const conditions = [...caller.platform.access.resources.values()]
    .filter(({ rows, recorded }) => rows?.table === table && (recorded ?? { name: table }).name === table)
    .map(({ code }) => isVisibleRow(caller, code));
  return conditions.length === 0 ? sql`true` : sql`(${Prisma.join(conditions, ' or ')})`;
}
