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

/**
 * A run as the caller may see it. The texts it was asked with tell of other tasks and people than its own: they are
 * for those who write templates.
 */
export function withoutTexts(caller: Caller, { record_state, ...run }: RunRow) {
  return caller.reach('prompt_template:read') ? run : { ...run, input: null };
}
