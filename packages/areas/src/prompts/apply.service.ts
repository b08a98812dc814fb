import { AppError, type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { together, write } from '@wfp/shared/db';
import { findTask, patchTask } from '../tasks/index.ts';
import type { JsonObject } from './prompt.ts';
import type { ApplyRun } from './runs.contract.ts';
import { withoutTexts } from './runs.service.ts';
import { findRun, markApplied, type RunRow } from './runs.store.ts';
import { movedOn, type Suggestion, suggestionIn } from './suggestion.ts';

/**
 * Takes over what a run suggests, as the caller and with what they may do: the task's own rules hold, and run and task
 * change together or not at all.
 */
export async function applyRun({ caller, params, body }: Call<{ id: number }, unknown, ApplyRun>) {
  const run = await findRun(caller, params.id);
  if (!run) throw notFound('Run');
  const { output, record_id } = run;
  if (run.status !== 'succeeded' || !output)
    throw invalidField('status', 'Only a run that succeeded can be applied');
  if (record_id === null) throw invalidField('record_id', 'There is no record to apply it to');
  const suggestion = suggestionIn(output, body);
  const apply = (within: Caller) => applyTo(within, run, record_id, suggestion);
  const applied = await (caller.transaction ? apply(caller) : together(caller, apply));
  return withoutTexts(caller, applied);
}

async function applyTo(
  caller: Caller,
  run: RunRow,
  record_id: number,
  { patch, names }: Suggestion,
): Promise<RunRow> {
  const [applied] = await write(caller, markApplied(caller, run.id, names), { event: 'prompt_run.applied' });
  if (!applied) throw invalidField('applied_at', 'Was applied already');
  const task = await findTask(caller, record_id);
  if (!task) throw notFound('Task');
  const now = JSON.parse(JSON.stringify(task)) as JsonObject;
  const moved = movedOn(patch, run.record_state, now);
  if (Object.keys(moved).length > 0) throw stale(moved);
  // Whoever changes it from here on is found out by its version.
  const precondition = { resource: 'task', id: record_id, versions: [new Date(String(now.updated_at))] };
  await patchTask({ caller: { ...caller, precondition }, params: { id: record_id }, body: patch });
  return applied;
}

function stale(fieldErrors: Record<string, string[]>): AppError {
  return new AppError('stale', 'The record has changed since this was suggested', {
    details: { fieldErrors, formErrors: [] },
  });
}
