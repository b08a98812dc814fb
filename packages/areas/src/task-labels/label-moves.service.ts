import {
  type Call,
  type Caller,
  invalidField,
  missingPermission,
  missingReference,
  notFound,
  requireVisible,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { hasLabelOutOfScope } from '../tasks/index.ts';
import type { MergeLabel, RenameLabel } from './label-moves.contract.ts';
import { archiveLabel, insertMove, type LabelRow, lockLabels, renameLabel } from './label-moves.store.ts';
import { labels } from './labels.resource.ts';

type LabelCall<Body> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Renames a label and queues the change of the tasks that have it. */
export async function rename({ caller, params: { id }, body }: LabelCall<RenameLabel>) {
  await labels.require(caller, id, 'update');
  return writeInTransaction(caller, async (tx) => {
    const before = (await lockLabels(tx, caller, [id])).get(id);
    if (!before) throw notFound('Label');
    await tx.write(renameLabel(caller, id, body.name), { event: 'task_label.post_update' });
    return requestMove(tx, caller, before, { id, name: body.name });
  });
}

/** Merges a label into another: archives the first and queues the change of its tasks. */
export async function merge({ caller, params: { id }, body: { into_id } }: LabelCall<MergeLabel>) {
  await labels.require(caller, id, 'archive');
  if (into_id === id) throw invalidField('into_id', 'Must be another label');
  return writeInTransaction(caller, async (tx) => {
    const found = await lockLabels(tx, caller, [id, into_id]);
    const [from, to] = [found.get(id), found.get(into_id)];
    if (!from) throw notFound('Label');
    if (!to) throw missingReference('into_id');
    await requireVisible(tx, caller, { field: 'into_id', resource: 'task_label', id: into_id });
    await tx.write(archiveLabel(caller, id), {
      event: 'task_label.post_archive',
      also: [{ type: 'task_label.merged' }],
      action: 'merge',
    });
    return requestMove(tx, caller, from, to);
  });
}

/** Changing a label requires rights on the label only; changing its tasks requires task:update on all of them. */
async function requestMove(tx: Transaction, caller: Caller, from: LabelRow, to: LabelRow) {
  if (from.name !== to.name) {
    if (await hasLabelOutOfScope(tx, caller, from.name))
      throw missingPermission(caller, 'task:update', 'on all tasks that have this label');
    await insertMove(tx, caller, { from: from.name, to: to.name });
  }
  return { id: to.id, status: 'queued' as const };
}
