import { type Right, rights } from '../access/rights.ts';
import type { Caller } from '../caller.ts';
import { byKey, Prisma, readRows } from '../db/index.ts';
import { anyOf } from '../db/statements/plans.ts';
import { identifier } from '../db/writes/recorded/recorded-table.ts';
import { areasOf } from '../endpoint/areas-of.ts';
import type { Area } from '../endpoint/endpoint.ts';
import type { RowRights } from './row-rights.store.ts';

const { sql, join } = Prisma;

const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');

const operationRights = new WeakMap<readonly Area[], Map<RowRights, readonly Right[]>>();

/** Returns the rights beyond `read` that the operations on a row require, in the order of {@link rights}. */
function rightsOfOperations(areas: readonly Area[], rows: RowRights): readonly Right[] {
  const known = operationRights.get(areas) ?? new Map<RowRights, readonly Right[]>();
  operationRights.set(areas, known);
  const found = known.get(rows) ?? findOperationRights(areas, rows);
  known.set(rows, found);
  return found;
}

function findOperationRights(areas: readonly Area[], { resource, path }: RowRights): readonly Right[] {
  const row = withoutNames(path);
  const required = new Set<string>(
    areas
      .flatMap(({ endpoints = [] }) => endpoints)
      .filter((one) => withoutNames(one.path) === row || withoutNames(one.path).startsWith(`${row}/`))
      .map(({ can }) => can),
  );
  return rights.filter((right) => right !== 'read' && required.has(`${resource}:${right}`));
}

/**
 * Returns the rights of the caller on each of some rows that they may read. Executes one statement if a right depends on
 * the row, otherwise none. It reads from the primary, like a write.
 */
export async function findRightsOnRows(
  { replica, ...caller }: Caller,
  source: RowRights,
  ids: readonly number[],
): Promise<Map<number, readonly Right[]>> {
  const conditions = rightsOfOperations(areasOf(caller.platform), source).map(
    (right) => ({ right, condition: source.condition(caller, right) }) as const,
  );
  const from = source.from(caller);
  const isConstant = conditions.every(({ condition }) => typeof condition === 'boolean');
  if (isConstant || !from || ids.length === 0) {
    const held = conditions.filter(({ condition }) => condition === true).map(({ right }) => right);
    return new Map(ids.map((id) => [id, held]));
  }
  const alias = identifier(from.alias);
  const tests = conditions.map(({ condition }) => sql`coalesce(${condition}, false)`);
  const found = await readRows<{ id: number; held: boolean[] }>(
    caller,
    byKey(sql`select ${alias}.id, array[${join(tests)}] as held from ${identifier(from.table)} ${alias}
      where ${alias}.org_id = ${caller.org_id} and ${alias}.id = ${anyOf(ids, 'int')}`),
  );
  return new Map(
    found.map(({ id, held }) => [id, conditions.filter((_, n) => held[n]).map(({ right }) => right)]),
  );
}
