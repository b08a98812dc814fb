import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { type CategoryRow, categories } from './categories.resource.ts';

const { sql } = Prisma;

const { table } = categories;

export type TreeCategory = Pick<CategoryRow, 'id' | 'applies_to' | 'parent_id' | 'position'>;

/** Finds live categories. With the lock of the tree, they are not archived or moved until the transaction ends. */
export async function findCategories(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, TreeCategory>> {
  const rows = await tx.rows<TreeCategory>(sql`select c.id, c.applies_to, c.parent_id, c.position
    from categories c where c.org_id = ${caller.org_id} and c.id = any(${[...ids]}::int[]) and c.deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns the name of a child of the source that a child of the target has as well. Groups the children of both, because a join
 * may compare each with each if PostgreSQL has no statistics of them.
 */
export async function findSharedName(
  tx: Transaction,
  caller: Caller,
  from: number,
  into: number,
): Promise<string | undefined> {
  const ofSource = sql`filter (where c.parent_id = ${from}::int)`;
  const [row] = await tx.rows<{ name: string }>(sql`select min(c.name) ${ofSource} as name from categories c
    where c.org_id = ${caller.org_id} and c.parent_id = any(array[${from}::int, ${into}::int]) and c.id <> ${from}
      and c.deleted_at is null
    group by lower(c.name) having count(*) = 2 order by min(c.position) ${ofSource} limit 1`);
  return row?.name;
}

/** Also waits for the transactions that refer to the category: they lock its row. */
export function archiveMerged(caller: Caller, id: number): Change<unknown> {
  const where = sql`id = ${id} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { deleted_at: sql`now()` }, where) };
}

/** Moves the children of the source behind those of the target, in their order. */
export function moveChildren(caller: Caller, from: number, into: TreeCategory): Change<unknown> {
  const position = sql`position + ${categories.order.next(caller, { ...into, parent_id: into.id })}`;
  const where = sql`parent_id = ${from} and deleted_at is null`;
  return { table, statement: updateRows(caller, table, { parent_id: into.id, position }, where) };
}

/** Reads a category within the transaction. */
export async function readCategory(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<CategoryRow | undefined> {
  const [row] = await tx.rows<CategoryRow>(sql`select ${categories.select('r')} from categories r
    where r.org_id = ${caller.org_id} and r.id = ${id} and r.deleted_at is null`);
  return row;
}
