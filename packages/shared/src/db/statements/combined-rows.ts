import type { Caller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { identifier, type RecordedTable } from '../writes/recorded/recorded-table.ts';
import { anyOf } from './plans.ts';
import { type ColumnValues, differs, updateRows } from './statements.ts';

const { sql, join, empty } = Prisma;

/** The row of one request. All rows of a statement have values for the same columns; all values can be sent as JSON. */
export interface CombinedRow {
  caller: Caller;
  values: ColumnValues;
  /** Data of the request that no column contains, such as a position. */
  context?: unknown;
}

/** Conditions and additions of a statement that writes the rows of several requests. */
export interface CombinedRows {
  /** CTEs that `accepts` refers to, without WITH. */
  before?: readonly Prisma.Sql[];
  /** A condition on the sent values, alias `s`. Rows that it excludes are not written. */
  accepts?: Prisma.Sql;
  /** CTEs that depend on `accepted`. */
  after?: readonly Prisma.Sql[];
}

export interface CombinedStatement {
  before: Prisma.Sql;
  statement: Prisma.Sql;
}

/**
 * Names of the columns of sent values. Undefined values are omitted.
 *
 * @returns null if a value cannot be sent as JSON
 */
export function jsonColumns(values: ColumnValues): readonly string[] | null {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const isJson = given.every(
    ([, value]) => !(value instanceof Prisma.Sql) && typeof value !== 'bigint' && !ArrayBuffer.isView(value),
  );
  return isJson ? given.map(([name]) => name) : null;
}

/**
 * Builds a statement that inserts rows of one organization. The CTE `accepted` contains the rows to insert: the sent
 * columns, `_place` (the position among the sent rows, from 1) and `_nth` (the position among the accepted rows, from
 * 0).
 *
 * MERGE, because the RETURNING of an INSERT cannot return `_place`.
 *
 * @param more further columns, as SQL on `accepted`, alias `a`, and on the relation `from`
 */
export function insertCombined(
  table: RecordedTable,
  rows: readonly CombinedRow[],
  {
    from = empty,
    more = {},
    ...combined
  }: CombinedRows & { from?: Prisma.Sql; more?: Record<string, Prisma.Sql> } = {},
): CombinedStatement {
  const columns = columnsOf(rows);
  const given = [
    ['org_id', sql`${organizationOf(rows)}::int`] as const,
    ...columns.map((name) => [name, sql`a.${identifier(name)}`] as const),
    ...Object.entries(more),
  ];
  const names = given.map(([name]) => identifier(name));
  return {
    before: acceptedRows(table, columns, rows, combined),
    statement: sql`merge into ${identifier(table.name)} using (
    select a._place, ${join(given.map(([name, value]) => sql`${value} as ${identifier(name)}`))} from accepted a ${from}
  ) g on false
  when not matched then insert (${join(names)}) values (${join(names.map((name) => sql`g.${name}`))})`,
  };
}

/**
 * Builds a statement that updates rows by `id`, which must be one of the sent columns. It skips rows that another
 * transaction has locked, and rows that already have all values. It does not wait for locks: rows of other requests
 * would wait too, and several rows locked in any order could deadlock.
 *
 * @param where a condition on the table by its own name; must exclude deleted rows
 */
export function updateCombined(
  table: RecordedTable,
  rows: readonly CombinedRow[],
  { where, accepts, before = [], ...combined }: CombinedRows & { where: Prisma.Sql },
): CombinedStatement {
  const name = identifier(table.name);
  // Both the lock and the update have `matchesIds`, so that they read rows by id even without statistics.
  const locked = sql`locked as materialized (
  select ${name}.id from ${name} where ${name}.${identifier(table.org_id)} = ${organizationOf(rows)}
    and ${matchesIds(table, rows)} and ${where} for no key update skip locked
)`;
  return updateAccepted(table, rows, {
    ...combined,
    before: [...before, locked],
    accepts: sql`s.id in (select l.id from locked l) ${accepts ? sql`and ${accepts}` : empty}`,
    where: (differ) => sql`${where} and ${differ}`,
  });
}

/**
 * Builds a statement that updates rows by `id`, one of the sent columns. Unlike {@link updateCombined}, it locks no
 * rows: `after` must lock them, and `from` must exclude rows that `after` did not lock.
 *
 * @param from joined to the accepted rows, alias `g`
 * @param more further columns, as SQL on `g`, on `from` and on the table by its own name
 * @param where returns the condition of the update; `differ` is true if a sent value differs from that of the row
 */
export function updateAccepted(
  table: RecordedTable,
  rows: readonly CombinedRow[],
  {
    from = empty,
    more = {},
    where,
    ...combined
  }: CombinedRows & {
    from?: Prisma.Sql;
    more?: Record<string, Prisma.Sql>;
    where: (differ: Prisma.Sql) => Prisma.Sql;
  },
): CombinedStatement {
  const name = identifier(table.name);
  const sent = table.columns.includes('updated_by') ? rows.map(withAuthor) : rows;
  const columns = columnsOf(sent);
  const changed = columns.filter((column) => column !== 'id' && column !== 'updated_by');
  const valuesOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((column) => [column, sql`g.${identifier(column)}`]));
  const author = columns.includes('updated_by') ? valuesOf(['updated_by']) : {};
  return {
    before: acceptedRows(table, columns, sent, combined),
    statement: updateRows(
      (rows[0] as CombinedRow).caller,
      table,
      { ...valuesOf(changed), ...more, ...author },
      sql`${name}.id = g.id and ${matchesIds(table, rows)} and ${where(differs(valuesOf(changed), table.name))}`,
      sql`accepted g ${from}`,
    ),
  };
}

const matchesIds = ({ name }: RecordedTable, rows: readonly CombinedRow[]) =>
  sql`${identifier(name)}.id = ${anyOf(
    rows.map(({ values }) => values.id),
    'int',
  )}`;

const withAuthor = ({ caller, values }: CombinedRow): CombinedRow => ({
  caller,
  values: { ...values, updated_by: caller.user_id },
});

const columnsOf = ([first]: readonly CombinedRow[]) => jsonColumns(first?.values ?? {}) ?? [];

/** @throws Error if the rows belong to several organizations */
function organizationOf(rows: readonly CombinedRow[]): number {
  const [org_id, ...others] = new Set(rows.map(({ caller }) => caller.org_id));
  if (org_id === undefined || others.length > 0)
    throw new Error('Invariant: combined rows belong to one organization');
  return org_id;
}

function acceptedRows(
  table: RecordedTable,
  columns: readonly string[],
  rows: readonly CombinedRow[],
  { before = [], accepts = sql`true`, after = [] }: CombinedRows,
): Prisma.Sql {
  const accepted = sql`accepted as materialized (
  select s.ordinality::int as _place, (row_number() over ())::int - 1 as _nth, ${join(columns.map((name) => sql`s.${identifier(name)}`))}
  from json_populate_recordset(null::${identifier(table.name)}, ${JSON.stringify(rows.map(({ values }) => values))}::json) with ordinality s
  where ${accepts}
)`;
  return join([...before, accepted, ...after]);
}
