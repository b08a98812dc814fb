import { AppError, type Call, type Caller, invalidField, missingReference, notFound } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { hasLabelOutOfScope } from '../tasks/index.ts';
import type { MergeLabel, RenameLabel } from './label-moves.contract.ts';
import { archiveLabel, insertMove, type LabelRow, lockLabels, renameLabel } from './label-moves.store.ts';
import { labels } from './labels.resource.ts';

type LabelCall<Body> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Gives a label another name; the tasks that have it follow. */
export async function rename({ caller, params: { id }, body }: LabelCall<RenameLabel>) {
  await labels.require(caller, id, 'update');
  return writeInTransaction(caller, async (tx) => {
    const before = (await lockLabels(tx, caller, [id])).get(id);
    if (!before) throw notFound('Label');
    await tx.write(renameLabel(caller, id, body.name), { event: 'task_label.post_update' });
    return requestMove(tx, caller, before, { id, name: body.name });
  });
}

/** Makes one label of two: the tasks of the first get the second, and the first leaves the catalogue. */
export async function merge({ caller, params: { id }, body: { into_id } }: LabelCall<MergeLabel>) {
  await labels.require(caller, id, 'archive');
  if (into_id === id) throw invalidField('into_id', 'Is the label itself');
  return writeInTransaction(caller, async (tx) => {
    const found = await lockLabels(tx, caller, [id, into_id]);
    const [from, to] = [found.get(id), found.get(into_id)];
    if (!from) throw notFound('Label');
    if (!to) throw missingReference('into_id');
    await tx.write(archiveLabel(caller, id), {
      event: 'task_label.post_archive',
      also: [{ type: 'task_label.merged' }],
      action: 'merge',
    });
    return requestMove(tx, caller, from, to);
  });
}

/** A label is anybody's to put into the catalogue; that does not give them the tasks of others that have it. */
async function requestMove(tx: Transaction, caller: Caller, from: LabelRow, to: LabelRow) {
  if (from.name !== to.name) {
    if (await hasLabelOutOfScope(tx, caller, from.name))
      throw new AppError('forbidden', 'Your task:update does not reach all tasks that have this label');
    await insertMove(tx, caller, { from: from.name, to: to.name });
  }
  return { id: to.id, status: 'queued' as const };
}
