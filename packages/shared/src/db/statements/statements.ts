import type { Caller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { identifier, type RecordedTable } from '../writes/recorded-table.ts';

const { sql, join } = Prisma;

/** A value for a column, or SQL that yields one (with its cast, where PostgreSQL needs it). */
export type ColumnValue = unknown | Prisma.Sql;
export type ColumnValues = Record<string, ColumnValue>;

/**
 * `insert into table (…) values (…)` for the caller's organization. Fields that are undefined are left
 * to the column's default. Ends before RETURNING: the record step adds it.
 */
export function insertInto(caller: Caller, table: RecordedTable, values: ColumnValues): Prisma.Sql {
  const given = Object.entries({ org_id: caller.org_id, ...values }).filter(
    ([, value]) => value !== undefined,
  );
  return sql`insert into ${identifier(table.name)} (${join(given.map(([name]) => identifier(name)))})
    values (${join(given.map(([, value]) => asSql(value)))})`;
}

/**
 * `update table set … where org_id = … and …`, with `updated_at` (and `updated_by`, where the table has
 * it and the values do not say otherwise) set. Fields that are undefined stay as they are.
 */
export function updateRows(
  caller: Caller,
  table: RecordedTable,
  values: ColumnValues,
  where: Prisma.Sql,
): Prisma.Sql {
  const stamps = table.columns.includes('updated_by') ? { updated_by: caller.user_id } : {};
  const touched = table.columns.includes('updated_at') ? { updated_at: nextVersion } : {};
  const given = Object.entries({ ...stamps, ...values, ...touched }).filter(
    ([, value]) => value !== undefined,
  );
  const statement = sql`update ${identifier(table.name)}
    set ${join(given.map(([name, value]) => sql`${identifier(name)} = ${asSql(value)}`))}
    where ${identifier(table.org_id)} = ${caller.org_id} and ${where}`;
  columnsSet.set(
    statement,
    given.map(([name]) => name),
  );
  return statement;
}

/** The parts of an {@link updateIfDifferent}. */
export interface ConditionalUpdate {
  values: ColumnValues;
  where: Prisma.Sql;
}

const conditionalUpdates = new WeakMap<Prisma.Sql, ConditionalUpdate>();

/**
 * Updates one row unless it has all of these values already: then nothing is recorded, and the write returns the
 * unchanged row. `where` refers to the table by its own name.
 */
export function updateIfDifferent(
  caller: Caller,
  table: RecordedTable,
  values: ColumnValues,
  where: Prisma.Sql,
): Prisma.Sql {
  const statement = updateRows(caller, table, values, sql`${where} and ${differs(values, table.name)}`);
  conditionalUpdates.set(statement, { values, where });
  return statement;
}

/** The parts of a statement of {@link updateIfDifferent}; undefined for any other. */
export function conditionalUpdateOf(statement: Prisma.Sql): ConditionalUpdate | undefined {
  return conditionalUpdates.get(statement);
}

/** True if a row, under an alias, has other values than these. Fields that are undefined do not count. */
export function differs(values: ColumnValues, alias: string): Prisma.Sql {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return sql`false`;
  const terms = given.map(
    ([name, value]) => sql`${identifier(alias)}.${identifier(name)} is distinct from ${asSql(value)}`,
  );
  return sql`(${join(terms, ' or ')})`;
}

const columnsSet = new WeakMap<Prisma.Sql, readonly string[]>();

/** The columns that a statement of {@link updateRows} sets, and nothing else can change; undefined for any other. */
export function columnsSetBy(statement: Prisma.Sql): readonly string[] | undefined {
  return columnsSet.get(statement);
}

/** A row's `updated_at` is also its version: it grows with every change, two within a millisecond included. */
const nextVersion = sql`greatest(now(), updated_at + interval '1 millisecond')`;

function asSql(value: ColumnValue): Prisma.Sql {
  return value instanceof Prisma.Sql ? value : sql`${value}`;
}
