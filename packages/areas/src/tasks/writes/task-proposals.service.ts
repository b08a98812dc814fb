import type { Caller, Proposal } from '@wfp/shared';
import type { BulkTasks, MoveTask, PatchTask } from '../rows/tasks.contract.ts';
import { findUnchangedIds } from '../rows/tasks.store.ts';
import { withOneAssignee } from './task-changes.store.ts';

/** Proposes a patch of several tasks, except those that already have all of its values. */
export async function proposePatch(
  caller: Caller,
  ids: readonly number[],
  patch: PatchTask,
): Promise<Proposal[]> {
  const unchanged = await findUnchangedIds(caller, ids, withOneAssignee(patch));
  return ids.filter((id) => !unchanged.has(id)).map((record_id) => ({ record_id, change: patch }));
}

interface TaskCall<Body> {
  caller: Caller;
  params: { id: number };
  body: Body;
}

export function proposeTaskPatch({ caller, params, body }: TaskCall<PatchTask>): Promise<Proposal[]> {
  return proposePatch(caller, [params.id], body);
}

/** A move is recorded even if the task is already in place, so it is always proposed. */
export function proposeMove({ params, body }: TaskCall<MoveTask>): Proposal[] {
  return [{ record_id: params.id, change: body }];
}

export async function proposeBulkChange({
  caller,
  body: { ids, move, patch = {} },
}: Pick<TaskCall<BulkTasks>, 'caller' | 'body'>): Promise<Proposal[]> {
  return move ? ids.map((record_id) => ({ record_id, change: move })) : proposePatch(caller, ids, patch);
}
