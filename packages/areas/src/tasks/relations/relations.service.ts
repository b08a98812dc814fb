import { type Call, invalidField, missingReference, notFound } from '@wfp/shared';
import { write, writeInTransaction } from '@wfp/shared/db';
import { task } from '../rows/task-parent.store.ts';
import { findTask } from '../rows/tasks.store.ts';
import type { CreateRelation, ListRelations } from './relations.contract.ts';
import {
  archiveRelation,
  findRelation,
  findRelations,
  insertRelation,
  isOrder,
  type RelationRow,
  refuseCircle,
} from './relations.store.ts';

type OnTask = { taskId: number };
type OnRelation = { taskId: number; id: number };

export async function listRelations({ caller, params, query }: Call<OnTask, ListRelations, unknown>) {
  await task.enter(caller, params, 'read');
  return findRelations(caller, params.taskId, query);
}

export async function getRelation({ caller, params }: Call<OnRelation, unknown, unknown>) {
  await task.enter(caller, params, 'read');
  const relation = await findRelation(caller, params.taskId, params.id);
  if (!relation) throw notFound('Relation');
  return relation;
}

export async function createRelation({
  caller,
  params,
  body,
}: Call<OnTask, unknown, CreateRelation>): Promise<RelationRow> {
  const { taskId } = params;
  await task.enter(caller, params, 'update');
  if (body.other_task_id === taskId) throw invalidField('other_task_id', 'Must be another task');
  // What the caller cannot see reads as what is not there.
  if (!(await findTask(caller, body.other_task_id))) throw missingReference('other_task_id');
  const change = insertRelation(caller, taskId, body);
  const recording = { event: 'task.relation_added', action: 'create' };
  const relation = isOrder(body)
    ? await writeInTransaction(caller, async (tx) => {
        await refuseCircle(tx, caller, taskId, body);
        return (await tx.write(change, recording))[0];
      })
    : (await write(caller, change, recording))[0];
  if (!relation) throw new Error('A relation was not written');
  return relation;
}

/** Wherever it is looked at from, a relation belongs to the task on which it was said. */
export async function deleteRelation({ caller, params }: Call<OnRelation, unknown, unknown>): Promise<void> {
  const relation = await getRelation({ caller, params, query: {}, body: {} });
  const { direction, task_id, other_task_id } = relation;
  await task.enter(caller, { taskId: direction === 'outgoing' ? task_id : other_task_id }, 'update');
  const [gone] = await write(caller, archiveRelation(caller, relation.id), {
    event: 'task.relation_removed',
    action: 'archive',
  });
  if (!gone) throw notFound('Relation');
}
