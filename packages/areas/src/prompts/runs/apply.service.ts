import { AppError, type Call, type Caller, invalidField, notFound, type Proposal } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { findTask, type PatchTask, patchTaskInTransaction, proposePatch } from '../../tasks/index.ts';
import type { JsonObject } from '../prompt.ts';
import type { ApplyRun } from './runs.contract.ts';
import { toVisibleRun } from './runs.service.ts';
import { findRun, markApplied, type RunRow } from './runs.store.ts';
import { listConflicts, parseSuggestion } from './suggestion.ts';

/**
 * Applies the suggestions of a run with the caller's permissions. The changes are validated like those of a request,
 * and run and task change in one transaction.
 */
export async function applyRun({ caller, params, body }: Call<{ id: number }, unknown, ApplyRun>) {
  const run = await findRun(caller, params.id);
  if (!run) throw notFound('Run');
  const { output, record_id } = run;
  if (run.status !== 'succeeded' || !output)
    throw invalidField('status', 'Must be "succeeded" to apply the run');
  if (record_id === null) throw invalidField('record_id', 'Is null: the run has no record to change');
  rejectApplied(run);
  const { patch, names } = parseSuggestion(output, body);
  const version = await requireUnchanged(caller, run, record_id, patch);
  return writeInTransaction(caller, async (tx) => {
    const [marked] = await tx.write(markApplied(caller, run.id, names), { event: 'prompt_run.applied' });
    if (!marked) throw alreadyApplied();
    const precondition = { resource: 'task', id: record_id, versions: [version] };
    await patchTaskInTransaction(tx, { ...caller, precondition }, record_id, patch);
    return toVisibleRun(caller, marked);
  });
}

/**
 * Returns the changes that applying the run would make, for review before the write. Empty if it cannot be applied.
 */
export async function proposeChanges({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, ApplyRun>, 'caller' | 'params' | 'body'>): Promise<Proposal[]> {
  const run = await findRun(caller, params.id);
  if (run?.status !== 'succeeded' || !run.output || run.record_id === null || run.applied_at) return [];
  return proposePatch(caller, [run.record_id], parseSuggestion(run.output, body).patch);
}

/**
 * Returns the task's version if the fields to change are the same as at the evaluation.
 *
 * @throws AppError `stale` if they differ, `invalid` if the run was applied by a concurrent request, `not_found` if the
 * caller cannot read the task
 */
async function requireUnchanged(
  caller: Caller,
  run: RunRow,
  record_id: number,
  patch: PatchTask,
): Promise<Date> {
  const task = await findTask(caller, record_id);
  if (!task) throw notFound('Task');
  const now = JSON.parse(JSON.stringify(task)) as JsonObject;
  const conflicts = listConflicts(patch, run.record_state, now);
  if (Object.keys(conflicts).length > 0) {
    // The change may be a concurrent application of this run.
    rejectApplied(await findRun(caller, run.id));
    throw staleSuggestion(conflicts);
  }
  return new Date(String(now.updated_at));
}

function rejectApplied(run: RunRow | undefined): void {
  if (run?.applied_at) throw alreadyApplied();
}

const alreadyApplied = () => invalidField('applied_at', 'The run was already applied');

function staleSuggestion(fieldErrors: Record<string, string[]>): AppError {
  return new AppError('stale', 'The record has changed since the suggestion was made', {
    details: { fieldErrors, formErrors: [] },
  });
}
