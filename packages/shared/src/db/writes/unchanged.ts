import type { Caller } from '../../caller.ts';
import type { StatementRunner } from '../connections/statement-pool.ts';
import { Prisma } from '../generated/client.ts';
import { readRows } from '../reads/read.ts';
import { conditionalUpdateOf, differs } from '../statements/statements.ts';
import { WriteConflict } from '../transactions/retry.ts';
import { type Change, versionCheck } from './record.ts';
import { identifier, wireColumns } from './recorded/recorded-table.ts';

const { sql, empty } = Prisma;

const unchangedRows = new WeakSet<object>();

/** True if a write returned this row unchanged because it already had all values. */
export const isUnchanged = (row: object): boolean => unchangedRows.has(row);

/**
 * Reads the row that an `updateIfDifferent` matched and did not change, after checking If-Match; no row for any other
 * change.
 *
 * @throws WriteConflict if another write changed the row since
 */
export async function readUnchanged<Row>(
  client: StatementRunner,
  caller: Caller,
  change: Change<Row>,
): Promise<Row[]> {
  const statement = unchangedStatement(caller, change);
  if (!statement) return [];
  const rows = await client.rows<Row & { _differs: boolean; _version?: unknown }>(statement);
  return rows.map(({ _differs, _version, ...row }) => {
    if (_differs) throw new WriteConflict('Another write changed the row');
    unchangedRows.add(row);
    return row as Row;
  });
}

/** Returns the ids of the rows that an `updateIfDifferent` would change at this moment. */
export async function findDifferentIds(
  caller: Caller,
  { table, statement }: Change<unknown>,
): Promise<number[]> {
  const update = conditionalUpdateOf(statement);
  if (!update) throw new Error(`The change of ${table.name} was not built by updateIfDifferent`);
  const name = identifier(table.name);
  const rows = await readRows<{ id: number }>(
    caller,
    sql`select ${name}.id, ${name}.${identifier(table.org_id)} as org_id from ${name}
      where ${name}.${identifier(table.org_id)} = ${caller.org_id}
      and ${update.where} and ${differs(update.values, table.name)} order by 1`,
  );
  return rows.map(({ id }) => id);
}

function unchangedStatement(caller: Caller, change: Change<unknown>): Prisma.Sql | undefined {
  const update = conditionalUpdateOf(change.statement);
  if (!update) return undefined;
  const { table, before = empty, select = wireColumns(table, 'c'), join = empty } = change;
  const name = identifier(table.name);
  const check = versionCheck(caller, table, table.name);
  // The outer query selects `_version`: PostgreSQL does not evaluate a column that nothing refers to.
  return sql`with ${before === empty ? empty : sql`${before},`}
changed as (
  select ${name}.*, ${differs(update.values, table.name)} as _differs ${check}
  from ${name} where ${name}.${identifier(table.org_id)} = ${caller.org_id} and ${update.where}
)
select ${select}, c._differs ${check === empty ? empty : sql`, c._version`} from changed c ${join}`;
}
