import type { Permission, Right } from '../access/rights.ts';
import { type RowOwners, rowsInReach } from '../access/row-scope.ts';
import type { Caller } from '../caller.ts';
import type { Listed } from '../contract/index.ts';
import {
  type Change,
  type ColumnValues,
  type EventToWrite,
  insertInto,
  Prisma,
  type RecordedTable,
  readOne,
  readPage,
  type Transaction,
  updateRows,
  wireColumns,
} from '../db/index.ts';
import { identifier } from '../db/recorded-table.ts';
import type { Field, Fields } from './field.ts';

const { sql, empty, join } = Prisma;

/** The columns by which rows belong to people and teams. */
export interface OwnerColumns {
  users?: readonly string[];
  employees?: readonly string[];
  teams?: readonly string[];
}

/** What is more than columns of the table, as SQL of the area's store. */
export interface RowSql {
  /** The values of computed fields, as a select list on an alias of the table. */
  computed?: (alias: string) => Prisma.Sql;
  /** Which rows a caller sees and changes at all, besides organization and scope. */
  visible?: (caller: Caller, alias: string) => Prisma.Sql;
  /** Events besides those of the row itself, and when they fire. */
  events?: { create?: readonly EventToWrite[]; update?: readonly EventToWrite[] };
  /** What filters of the list mean that are not the equality of a field; each gets the value that was sent. */
  filters?: Record<string, (value: never, caller: Caller, alias: string) => Prisma.Sql>;
}

/** What statements about a resource are made from. */
export interface RowsDefinition {
  code: string;
  table: RecordedTable;
  fields: Fields;
  owners: OwnerColumns;
  sql: RowSql;
}

/** A row of a declared resource, whatever its fields. */
export interface AnyRow {
  id: number;
  [column: string]: unknown;
}

/** An alias is `r` in reads, as in a resource's {@link RowOwners}, `c` of a change, the table's name in an UPDATE. */
const at = (alias: string, name: string) => sql`${identifier(alias)}.${identifier(name)}`;
const tableOf = ({ table }: RowsDefinition) => sql`${identifier(table.name)} r`;

/** The owners of a row as SQL on an alias. */
export function ownersOf({ owners }: RowsDefinition, alias: string): RowOwners {
  const columns = (names: readonly string[] = []) => names.map((name) => at(alias, name));
  return {
    users: columns(owners.users),
    employees: columns(owners.employees),
    teams: columns(owners.teams),
  };
}

/** Dates go out as days and decimals as text: the driver would make moments and floating numbers of them. */
const asText: Record<string, (column: Prisma.Sql) => Prisma.Sql> = {
  date: (column) => sql`to_char(${column}, 'YYYY-MM-DD')`,
  numeric: (column) => sql`${column}::text`,
};

function columnsOf(definition: RowsDefinition, alias: string): Prisma.Sql {
  const { table, fields } = definition;
  const texts = Object.entries(fields).flatMap(([name, { pgType = '' }]) => {
    const write = asText[pgType];
    return write ? [{ name, select: sql`${write(at(alias, name))} as ${identifier(name)}` }] : [];
  });
  const shown = [...Object.keys(fields), ...stampColumns];
  const hidden = table.columns.filter((name) => !shown.includes(name));
  const except = [...hidden, ...texts.map((one) => one.name)];
  const computed = definition.sql.computed?.(alias);
  return join([
    wireColumns(table, alias, except),
    ...texts.map((one) => one.select),
    ...(computed ? [computed] : []),
  ]);
}

const stampColumns = ['id', 'org_id', 'created_at', 'updated_at', 'created_by', 'updated_by', 'deleted_at'];

function withinReach(
  definition: RowsDefinition,
  caller: Caller,
  right: Right,
  alias: string,
  deleted = false,
): Prisma.Sql {
  const permission: Permission = `${definition.code}:${right}`;
  const visible = definition.sql.visible?.(caller, alias);
  return sql`${at(alias, 'deleted_at')} is ${deleted ? sql`not null` : sql`null`}
    and ${rowsInReach(caller, permission, ownersOf(definition, alias))}${visible ? sql` and ${visible}` : empty}`;
}

/** A row that the caller reaches with a right. */
export async function findRow<Row extends AnyRow>(
  definition: RowsDefinition,
  caller: Caller,
  id: number,
  right: Right = 'read',
): Promise<Row | undefined> {
  return readOne<Row>(
    caller,
    sql`select ${columnsOf(definition, 'r')} from ${tableOf(definition)}
      where r.org_id = ${caller.org_id} and r.id = ${id} and ${withinReach(definition, caller, right, 'r')}`,
  );
}

export interface ListQuery {
  limit: number;
  offset: number;
  sort: string;
  deleted?: boolean;
  q?: string;
  [filter: string]: unknown;
}

/** A page of the rows that the caller sees. Deleted ones take the right to restore them. */
export async function findRows<Row extends AnyRow>(
  definition: RowsDefinition,
  caller: Caller,
  query: ListQuery,
): Promise<Listed<Row>> {
  const deleted = query.deleted === true;
  return readPage<Row>(caller, query, {
    columns: columnsOf(definition, 'r'),
    from: tableOf(definition),
    where: sql`r.org_id = ${caller.org_id} and ${withinReach(definition, caller, deleted ? 'manage' : 'read', 'r', deleted)}
      ${filtersOf(definition, caller, query)}`,
    orderBy: orderOf(definition, query.sort),
  });
}

/** The rows to export, in an order. */
export function exportedRows(
  definition: RowsDefinition,
  caller: Caller,
  filter: object,
  sort: string,
): Prisma.Sql {
  return sql`select ${columnsOf(definition, 'r')} from ${tableOf(definition)}
    where r.org_id = ${caller.org_id} and ${withinReach(definition, caller, 'export', 'r')}
      ${filtersOf(definition, caller, filter as Record<string, unknown>)}
    order by ${orderOf(definition, sort)}`;
}

function filtersOf(
  { fields, sql: own }: RowsDefinition,
  caller: Caller,
  query: Record<string, unknown>,
): Prisma.Sql {
  const equal = Object.entries(fields)
    .filter(([name, one]) => one.filter && query[name] !== undefined)
    .map(([name, one]) => sql`and ${at('r', name)} = ${cast(one, query[name])}`);
  const others = Object.entries(own.filters ?? {})
    .filter(([name]) => query[name] !== undefined)
    .map(([name, means]) => sql`and ${means(query[name] as never, caller, 'r')}`);
  const parts = [...equal, ...others, ...searched(fields, query.q)];
  return parts.length === 0 ? empty : join(parts, ' ');
}

function searched(fields: Fields, q: unknown): Prisma.Sql[] {
  if (typeof q !== 'string') return [];
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const names = Object.keys(fields).filter((name) => fields[name]?.search);
  return [
    sql`and (${join(
      names.map((name) => sql`${at('r', name)} ilike ${pattern}`),
      ' or ',
    )})`,
  ];
}

/** Ends with the id, so that pages do not overlap. */
function orderOf({ fields }: RowsDefinition, sort: string): Prisma.Sql {
  const name = sort.replace('-', '');
  const column = fields[name]?.sort === 'text' ? sql`lower(${at('r', name)})` : at('r', name);
  return sort.startsWith('-') ? sql`${column} desc nulls last, r.id desc` : sql`${column}, r.id`;
}

function cast({ pgType }: Field, value: unknown): Prisma.Sql {
  if (!pgType) return sql`${value}`;
  const sent = pgType === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  return sql`${sent}::${typeName(pgType)}`;
}

const arraySuffix = '[]';

function typeName(pgType: string): Prisma.Sql {
  if (!pgType.endsWith(arraySuffix)) return identifier(pgType);
  return sql`${identifier(pgType.slice(0, -arraySuffix.length))}${Prisma.raw(arraySuffix)}`;
}

function typed({ fields }: RowsDefinition, values: object): ColumnValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const one = fields[name];
      return [name, one?.pgType && value !== undefined ? cast(one, value) : value];
    }),
  );
}

/** A new row. */
export function insertRow<Row extends AnyRow>(
  definition: RowsDefinition,
  caller: Caller,
  values: object,
): Change<Row> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return {
    table: definition.table,
    statement: insertInto(caller, definition.table, { ...typed(definition, values), ...by }),
    select: columnsOf(definition, 'c'),
  };
}

/** Changes a live row, or brings back a deleted one, that the caller reaches with a right. */
export function updateRow<Row extends AnyRow>(
  definition: RowsDefinition,
  caller: Caller,
  id: number,
  values: object,
  right: Right,
): Change<Row> {
  const { table } = definition;
  const isRestored = 'deleted_at' in values && values.deleted_at === null;
  const where = sql`id = ${id} and ${withinReach(definition, caller, right, table.name, isRestored)}`;
  return {
    table,
    statement: updateRows(caller, table, typed(definition, values), where),
    select: columnsOf(definition, 'c'),
  };
}

/** What marks a row as deleted. */
export const archived = { deleted_at: sql`now()` };

/** A live row that the caller reaches with a right, locked against any other change until the end. */
export async function lockRow<Row extends AnyRow>(
  definition: RowsDefinition,
  tx: Transaction,
  caller: Caller,
  id: number,
  right: Right,
): Promise<Row | undefined> {
  const locked = await tx.rows(
    sql`select r.id from ${tableOf(definition)} where r.org_id = ${caller.org_id} and r.id = ${id} for no key update`,
  );
  if (locked.length === 0) return undefined;
  // A statement of its own: what waited for the lock still shows what was there before.
  const [row] = await tx.rows<Row>(
    sql`select ${columnsOf(definition, 'r')} from ${tableOf(definition)}
      where r.org_id = ${caller.org_id} and r.id = ${id} and ${withinReach(definition, caller, right, 'r')}`,
  );
  return row;
}

/** Whether a right of the caller reaches every row. */
export function reachesAll({ code, sql: own }: RowsDefinition, caller: Caller, right: Right): boolean {
  return caller.reach(`${code}:${right}`)?.org === true && !own.visible;
}

/** Whether a row just written lies within what a right of the caller reaches. */
export async function liesInReach(
  definition: RowsDefinition,
  tx: Transaction,
  caller: Caller,
  id: number,
  right: Right,
): Promise<boolean> {
  if (reachesAll(definition, caller, right)) return true;
  const rows = await tx.rows(
    sql`select r.id from ${tableOf(definition)} where r.org_id = ${caller.org_id} and r.id = ${id}
      and ${withinReach(definition, caller, right, 'r')}`,
  );
  return rows.length > 0;
}

/** Locks a row that is referred to against deletion until the end; false when no such row lives. */
export async function lockReferred(
  tx: Transaction,
  caller: Caller,
  table: string,
  id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select x.id from ${identifier(table)} x
    where x.org_id = ${caller.org_id} and x.id = ${id} and x.deleted_at is null for share`);
  return rows.length > 0;
}
