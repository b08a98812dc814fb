import { type Call, type Caller, notFound } from '@wfp/shared';
import { bareOutput } from './bare-output.ts';
import type { Json, JsonObject } from './prompt.ts';
import type { ListRuns } from './runs.contract.ts';
import { findRun, findRuns, type RunRow } from './runs.store.ts';

export async function listRuns({ caller, query }: Call<unknown, ListRuns, unknown>) {
  const { data, total } = await findRuns(caller, query);
  return { data: data.map((run) => seenBy(caller, run)), total };
}

export async function getRun({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const run = await findRun(caller, params.id);
  if (!run) throw notFound('Run');
  return seenBy(caller, run);
}

/** A run as the caller may see it. */
export function seenBy(caller: Caller, { record_state, is_shown, ...run }: RunRow) {
  return seenOutcome(run, is_shown, readsTexts(caller));
}

/** What of an outcome its reader may see: the answer in words where they read all that it tells of. */
export function seenOutcome<Outcome extends { status: string; input: JsonObject | null; output: Json }>(
  outcome: Outcome & { error: string | null },
  readsAnswer: boolean,
  readsInput: boolean,
) {
  const { status, output, error } = outcome;
  const input = readsInput ? outcome.input : null;
  // A run that is about to end has its error already.
  const hasWhy = error !== null && (status === 'failed' || status === 'running');
  const isShortened = !readsAnswer && (hasWhy || output !== null);
  if (!isShortened) return { ...outcome, input, is_shortened: false };
  return {
    ...outcome,
    input,
    output: typeof output === 'object' && output !== null ? bareOutput(output as JsonObject) : null,
    error: hasWhy ? 'Why may tell of records that you do not read' : error,
    is_shortened: true,
  };
}

/**
 * Whether the texts that a provider was asked with are for the caller: they are what those who write templates made,
 * and tell of other tasks and people than the one that was asked about.
 */
export function readsTexts(caller: Caller): boolean {
  const told = ['prompt_template:read', 'task:read', 'employee:read', 'user:read'] as const;
  return told.every((permission) => caller.reach(permission)?.org === true);
}
