import type { Caller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { identifier, type RecordedTable } from '../writes/recorded/recorded-table.ts';

const { sql, join, empty } = Prisma;

/** A value for a column, or SQL for it (with a cast, if PostgreSQL needs it). */
export type ColumnValue = unknown | Prisma.Sql;
export type ColumnValues = Record<string, ColumnValue>;

/**
 * `insert into table (…) values (…)` for the caller's organization. Undefined fields get the column's default. Without
 * RETURNING, which the recorded write adds.
 */
export function insertInto(caller: Caller, table: RecordedTable, values: ColumnValues): Prisma.Sql {
  const given = Object.entries({ org_id: caller.org_id, ...values }).filter(
    ([, value]) => value !== undefined,
  );
  return sql`insert into ${identifier(table.name)} (${join(given.map(([name]) => identifier(name)))})
    values (${join(given.map(([, value]) => asSql(value)))})`;
}

/**
 * `update table set … where org_id = … and …`, including `updated_at` and `updated_by` if the table has them. Undefined
 * fields do not change.
 *
 * @param from joined relations, without the columns `org_id` and `updated_at`
 */
export function updateRows(
  caller: Caller,
  table: RecordedTable,
  values: ColumnValues,
  where: Prisma.Sql,
  from?: Prisma.Sql,
): Prisma.Sql {
  const author = table.columns.includes('updated_by') ? { updated_by: caller.user_id } : {};
  const version = table.columns.includes('updated_at') ? { updated_at: nextVersion } : {};
  const given = Object.entries({ ...author, ...values, ...version }).filter(
    ([, value]) => value !== undefined,
  );
  const statement = sql`update ${identifier(table.name)}
    set ${join(given.map(([name, value]) => sql`${identifier(name)} = ${asSql(value)}`))}
    ${from ? sql`from ${from}` : empty}
    where ${identifier(table.name)}.${identifier(table.org_id)} = ${caller.org_id} and ${where}`;
  return settingColumns(
    given.map(([name]) => name),
    statement,
  );
}

export interface ConditionalUpdate {
  values: ColumnValues;
  where: Prisma.Sql;
}

const conditionalUpdates = new WeakMap<Prisma.Sql, ConditionalUpdate>();

/**
 * Builds an UPDATE of one row that has no effect if the row already has all values. The write then records nothing and
 * returns the unchanged row. `where` refers to the table by its own name.
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

/** The parts of an {@link updateIfDifferent} statement; undefined for any other. */
export function conditionalUpdateOf(statement: Prisma.Sql): ConditionalUpdate | undefined {
  return conditionalUpdates.get(statement);
}

/** Condition: a row, by its alias, differs from these values. Undefined fields are ignored. */
export function differs(values: ColumnValues, alias: string): Prisma.Sql {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return sql`false`;
  const terms = given.map(
    ([name, value]) => sql`${identifier(alias)}.${identifier(name)} is distinct from ${asSql(value)}`,
  );
  return sql`(${join(terms, ' or ')})`;
}

const columnsSet = new WeakMap<Prisma.Sql, readonly string[]>();

/** Names the columns that a hand-written UPDATE or upsert sets: for an existing row, only these are recorded. */
export function settingColumns(columns: readonly string[], statement: Prisma.Sql): Prisma.Sql {
  columnsSet.set(statement, columns);
  return statement;
}

/** The columns that a statement of {@link updateRows} or {@link settingColumns} sets; undefined for any other. */
export function columnsSetBy(statement: Prisma.Sql): readonly string[] | undefined {
  return columnsSet.get(statement);
}

/** `updated_at` is also the version of a row: it grows with every change, even within a millisecond. */
const nextVersion = sql`greatest(now(), updated_at + interval '1 millisecond')`;

function asSql(value: ColumnValue): Prisma.Sql {
  return value instanceof Prisma.Sql ? value : sql`${value}`;
}
