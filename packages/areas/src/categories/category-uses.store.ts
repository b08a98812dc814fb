import { type AnyConsequence, type Caller, consequence, invalidField } from '@wfp/shared';
import { Prisma, type RecordedTable, type Transaction, updateRows } from '@wfp/shared/db';
import { categoryMerging } from './announcements.ts';
import type { CategoryUse } from './categories.contract.ts';

const { sql, raw } = Prisma;

/** The approximate number of rows that one transaction can change in two seconds. */
const maxMergedRows = 10_000;

/** @throws AppError `invalid` on `id` if more live rows refer to a category than one transaction can change */
async function rejectTooManyRows(
  tx: Transaction,
  caller: Caller,
  { table, field, noun }: { table: string; field: string; noun: string },
  id: number,
): Promise<void> {
  const [beyond] = await tx.rows(sql`select t.id from ${raw(table)} t
    where t.org_id = ${caller.org_id} and t.${raw(field)} = ${id} and t.deleted_at is null
    offset ${maxMergedRows}::int limit 1`);
  if (beyond) throw invalidField('id', `Has more than ${maxMergedRows} ${noun}; move or delete some first`);
}

/**
 * Moves the live rows of a table with `category_id` to the category into which theirs is merged, with an event for each.
 *
 * @param noun the plural of the rows in messages
 */
export function moveRowsOnCategoryMerge(name: string, table: RecordedTable, noun: string): AnyConsequence {
  const event = `${table.aggregate}.post_update`;
  return consequence({
    on: categoryMerging,
    name,
    writes: [event],
    run: async ({ tx, caller, payload: { from, into } }) => {
      await rejectTooManyRows(tx, caller, { table: table.name, field: 'category_id', noun }, from);
      const where = sql`category_id = ${from} and deleted_at is null`;
      const statement = updateRows(caller, table, { category_id: into }, where);
      await tx.write({ table, statement, select: sql`c.id` }, { event });
    },
  });
}

/**
 * Rejects a category of another use. Run this after the reference was checked and locked.
 *
 * @throws AppError `invalid` on `category_id`
 */
export async function requireCategoryFor(
  use: CategoryUse,
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<void> {
  const found = await tx.rows(sql`select c.id from categories c
    where c.org_id = ${caller.org_id} and c.id = ${id} and c.applies_to = ${use}`);
  if (found.length === 0) throw invalidField('category_id', `Must be a category with applies_to = ${use}`);
}
