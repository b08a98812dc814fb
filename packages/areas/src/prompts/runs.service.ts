import { type Call, type Caller, notFound } from '@wfp/shared';
import type { ListRuns } from './runs.contract.ts';
import { findRun, findRuns, type RunRow } from './runs.store.ts';

export async function listRuns({ caller, query }: Call<unknown, ListRuns, unknown>) {
  const { data, total } = await findRuns(caller, query);
  return { data: data.map((run) => withoutTexts(caller, run)), total };
}

export async function getRun({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const run = await findRun(caller, params.id);
  if (!run) throw notFound('Run');
  return withoutTexts(caller, run);
}

/** A run as the caller may see it. */
export function withoutTexts(caller: Caller, { record_state, ...run }: RunRow) {
  return readsTexts(caller) ? run : { ...run, input: null };
}

/**
 * Whether the texts that a provider was asked with are for the caller: they are what those who write templates made,
 * and tell of other tasks and people than the one that was asked about.
 */
export function readsTexts(caller: Caller): boolean {
  const told = ['prompt_template:read', 'task:read', 'employee:read'] as const;
  return told.every((permission) => caller.reach(permission)?.org === true);
}
