import { type Call, type Caller, invalidField, missingReference, notFound, requireRow } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { categoryMerging } from './announcements.ts';
import type { MergeCategory } from './categories.contract.ts';
import { type CategoryRow, categories } from './categories.resource.ts';
import { mergerViolation } from './merger.policy.ts';
import {
  archiveMerged,
  findCategories,
  findSharedName,
  moveChildren,
  readCategory,
  type TreeCategory,
} from './merger.store.ts';

type MergeCall = Pick<Call<{ id: number }, unknown, MergeCategory>, 'caller' | 'params' | 'body'>;

/** Merges a category into another, to which its child categories and the records that refer to it move. */
export async function mergeCategory({ caller, params: { id }, body }: MergeCall): Promise<CategoryRow> {
  await categories.require(caller, id, 'update');
  await categories.require(caller, id, 'archive');
  await requireRow({
    caller,
    find: () => categories.find(caller, body.into_id, 'update'),
    findReadable: () => categories.find(caller, body.into_id),
    permission: 'category:update',
    noun: 'category of into_id',
    missing: missingReference('into_id'),
  });
  return writeInTransaction(caller, async (tx) => {
    const { source, target } = await lockMerger(tx, caller, id, body.into_id);
    const merged = { event: 'category.post_archive', also: [{ type: 'category.merged' }] };
    await tx.write(archiveMerged(caller, id), merged);
    await categories.order.closeGap(tx, caller, source);
    await tx.write(moveChildren(caller, id, target), { event: 'category.post_update' });
    await tx.announce(categoryMerging, { from: id, into: target.id });
    const row = await readCategory(tx, caller, target.id);
    if (!row) throw new Error('The target of a merger was not found');
    return row;
  });
}

interface Merger {
  source: TreeCategory;
  target: TreeCategory;
}

/**
 * Locks the tree and the order, and finds both categories.
 *
 * @throws AppError `invalid` if the source cannot be merged into the target, or `not_found` for the source
 */
async function lockMerger(tx: Transaction, caller: Caller, from: number, into: number): Promise<Merger> {
  await categories.tree.lock(tx, caller);
  await categories.order.lock(tx, caller);
  const found = await findCategories(tx, caller, [from, into]);
  const [source, target] = [found.get(from), found.get(into)];
  if (!source) throw notFound('Category');
  if (!target) throw missingReference('into_id');
  const group = { applies_to: target.applies_to, parent_id: into };
  const added = await categories.tree.countChildren(tx, caller, from);
  await categories.order.requireSpace(tx, caller, group, { added, field: 'into_id' });
  const lineage = await categories.tree.findLineage(tx, caller, into);
  const height = await categories.tree.computeHeight(tx, caller, from);
  const violation = mergerViolation(source, target, lineage, height);
  if (violation) throw invalidField('into_id', violation);
  const name = await findSharedName(tx, caller, from, into);
  if (name !== undefined)
    throw invalidField(
      'into_id',
      `Both have a category named "${name}" below them; merge or rename these first`,
    );
  return { source, target };
}
