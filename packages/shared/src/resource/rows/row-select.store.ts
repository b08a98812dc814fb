import type { Right } from '../../access/rights.ts';
import { type RowOwners, rowsInScope, type ScopedTable, type ScopedUser } from '../../access/row-scope.ts';
import type { Caller } from '../../caller.ts';
import { type ColumnValues, type Order, orderBy, Prisma, wireColumns } from '../../db/index.ts';
import { containsPattern } from '../../db/statements/like.ts';
import { identifier } from '../../db/writes/recorded/recorded-table.ts';
import type { Field, Fields } from '../contract/field.ts';
import { type ColumnFilter, columnFilters } from '../contract/filters.ts';
import type { FixedColumns } from './hooks/hooks.ts';
import { stampColumns } from './row.ts';
import type { Lifecycle, Owners, ResourceRoute, RowAccess, Rows } from './rows.ts';

const { sql, empty, join } = Prisma;

export type RowsDefinition = Omit<Rows, 'hooks'>;

/**
 * A column on an alias: `r` in reads, as in {@link RowOwners}; `c` in the select list of a change; the table's name
 * in an UPDATE.
 */
export const columnOn = (alias: string, name: string) => sql`${identifier(alias)}.${identifier(name)}`;

export const hasColumn = ({ table }: RowsDefinition, column: string) => table.columns.includes(column);

export function rowOwnersOn(owners: Owners, alias: string, user: ScopedUser): RowOwners {
  const columns = (names: readonly string[] = []) => names.map((name) => columnOn(alias, name));
  return {
    users: columns(owners.users),
    employees: columns(owners.employees),
    teams: columns(owners.teams),
    ...(owners.byPrimaryTeam && { byPrimaryTeam: true }),
    ...(owners.where && { own: owners.where(user, alias) }),
  };
}

/** Selects dates and decimals as text, as in responses: the driver would convert dates to timestamps. */
const textByPgType: Record<string, (column: Prisma.Sql) => Prisma.Sql> = {
  date: (column) => sql`to_char(${column}, 'YYYY-MM-DD')`,
  numeric: (column) => sql`${column}::text`,
};

/**
 * The select list of a row as in responses: declared fields, columns determined by the path, timestamps and authors,
 * computed fields. A computed field replaces a declared one of the same name.
 */
export function selectColumns(
  definition: RowsDefinition,
  alias: string,
  within: FixedColumns = {},
  caller?: Caller,
): Prisma.Sql {
  const { table, fields, computed, route } = definition;
  const otherwise = Object.entries(route.shownColumns?.(within, alias) ?? {}).map(([name, value]) => ({
    name,
    select: sql`${value} as ${identifier(name)}`,
  }));
  const texts = Object.entries(fields).flatMap(([name, { pgType = '' }]) => {
    const write = textByPgType[pgType];
    return write ? [{ name, select: sql`${write(columnOn(alias, name))} as ${identifier(name)}` }] : [];
  });
  const shown = [...Object.keys(fields), ...Object.keys(route.fixed), ...stampColumns];
  const hidden = table.columns.filter((name) => !shown.includes(name));
  const replaced = [...texts, ...otherwise].map((one) => one.name).concat(Object.keys(computed));
  const except = [...hidden, ...replaced];
  return join([
    wireColumns(table, alias, except),
    ...texts.map((one) => one.select),
    ...otherwise.map((one) => one.select),
    ...Object.entries(computed).map(
      ([name, one]) => sql`${one.sql(alias, within, caller)} as ${identifier(name)}`,
    ),
  ]);
}

/** Matches visible rows below the path's parent, in a lifecycle state, in the row scope of the caller's right. */
export function scopePredicate(
  definition: RowsDefinition,
  { caller, within }: RowAccess,
  right: Right,
  alias: string,
  lifecycle: Lifecycle = 'live',
): Prisma.Sql {
  const { route, predicates, owners } = definition;
  const parts = [
    ...parentPredicate(route, within, alias),
    ...(hasColumn(definition, 'deleted_at') ? lifecyclePredicate(lifecycle, alias) : []),
    ...(route.hasOwnScope
      ? [rowsInScope(caller, route.permission(right), rowOwnersOn(owners, alias, caller))]
      : []),
    ...predicates.map((predicate) => predicate(caller, alias)),
  ];
  return parts.length === 0 ? sql`true` : join(parts, ' and ');
}

/** Matches the rows below the parent that the path determines; empty for a resource without a parent. */
export function parentPredicate(route: ResourceRoute, within: FixedColumns, alias: string): Prisma.Sql[] {
  const fixed = Object.entries(within);
  if (route.limitRows && fixed.length > 0) return [route.limitRows(within, alias)];
  return fixed.map(([name, id]) => sql`${columnOn(alias, name)} = ${id}`);
}

function lifecyclePredicate(lifecycle: Lifecycle, alias: string): Prisma.Sql[] {
  if (lifecycle === 'any') return [];
  return [sql`${columnOn(alias, 'deleted_at')} is ${lifecycle === 'deleted' ? sql`not null` : sql`null`}`];
}

/** Matches rows in the row scope that the restrictions of the right allow. */
export function permissionPredicate(
  definition: RowsDefinition,
  access: RowAccess,
  right: Right,
  alias: string,
  lifecycle: Lifecycle = 'live',
): Prisma.Sql {
  const restriction = definition.restrictions[right]?.(access.caller, alias);
  return sql`${scopePredicate(definition, access, right, alias, lifecycle)} ${restriction ? sql`and ${restriction}` : empty}`;
}

const filtersByDefinition = new WeakMap<Fields, Record<string, ColumnFilter>>();

function cachedColumnFilters({ fields, table }: RowsDefinition): Record<string, ColumnFilter> {
  const known = filtersByDefinition.get(fields) ?? columnFilters(fields, table.columns);
  filtersByDefinition.set(fields, known);
  return known;
}

/** The filters of a list, each prefixed with `and`. They compare the values that the list returns. */
export function filterClauses(
  definition: RowsDefinition,
  { caller, within }: RowAccess,
  query: Readonly<Record<string, unknown>>,
): Prisma.Sql {
  const { fields, filters, route } = definition;
  const shown = route.shownColumns?.(within, 'r') ?? {};
  const compared = Object.entries(cachedColumnFilters(definition))
    .filter(([name]) => query[name] !== undefined)
    .map(([name, one]) => {
      const left = shown[one.column];
      const type = left ? undefined : fields[one.column];
      return sql`and ${comparisonPredicate(one, left ?? columnOn('r', one.column), type, query[name])}`;
    });
  const own = Object.entries(filters).flatMap(([name, { where, whenAbsent }]) => {
    const value = query[name];
    const passing = value === undefined ? whenAbsent?.(query, 'r') : where(value as never, caller, 'r');
    return passing ? [sql`and ${passing}`] : [];
  });
  const parts = [...compared, ...own, ...searchClauses(fields, query.q)];
  return parts.length === 0 ? empty : join(parts, ' ');
}

function comparisonPredicate(
  { comparison }: ColumnFilter,
  left: Prisma.Sql,
  one: Field | undefined,
  value: unknown,
): Prisma.Sql {
  if (comparison === 'is_null') return sql`(${left} is null) = ${value}`;
  if (comparison === 'from') return sql`${left} >= ${cast(one, value)}`;
  if (comparison === 'to') return sql`${left} <= ${cast(one, value)}`;
  if (!Array.isArray(value)) return sql`${left} = ${cast(one, value)}`;
  return sql`${left} in (${join(value.map((item) => cast(one, item)))})`;
}

function searchClauses(fields: Fields, q: unknown): Prisma.Sql[] {
  if (typeof q !== 'string') return [];
  const pattern = containsPattern(q);
  const names = Object.keys(fields).filter((name) => fields[name]?.search);
  const matches = names.map((name) => sql`${columnOn('r', name)} ilike ${pattern}`);
  return [sql`and (${join(matches, ' or ')})`];
}

export function rowOrder({ fields }: RowsDefinition, sort: string): Order {
  const names = sort.split(',').map((term) => term.replace('-', ''));
  const keys = names.map((name) => {
    const one = fields[name];
    const column = one?.sort === 'text' ? sql`lower(${columnOn('r', name)})` : columnOn('r', name);
    // Times of rows are never null, other columns may be.
    return [name, one ? { nullable: column } : column];
  });
  return orderBy(sort, Object.fromEntries(keys), sql`r.id`);
}

function cast(one: Field | undefined, value: unknown): Prisma.Sql {
  if (!one?.pgType) return sql`${value}`;
  const sent = one.pgType === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  return sql`${sent}::${typeName(one.pgType)}`;
}

const arraySuffix = '[]';

function typeName(pgType: string): Prisma.Sql {
  if (!pgType.endsWith(arraySuffix)) return identifier(pgType);
  return sql`${identifier(pgType.slice(0, -arraySuffix.length))}${Prisma.raw(arraySuffix)}`;
}

export function castValues({ fields }: RowsDefinition, values: object): ColumnValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isPlain = value === undefined || value instanceof Prisma.Sql;
      return [name, isPlain ? value : cast(fields[name], value)];
    }),
  );
}

export function scopedTableOf({ table, owners, predicates }: RowsDefinition): ScopedTable {
  return {
    table: table.name,
    owners: (user) => rowOwnersOn(owners, 'r', user),
    ...(predicates.length > 0 && {
      visible: (caller: Caller) =>
        join(
          predicates.map((predicate) => predicate(caller, 'r')),
          ' and ',
        ),
    }),
  };
}
