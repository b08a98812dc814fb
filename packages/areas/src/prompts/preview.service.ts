import { type Call, invalidField } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { findTask } from '../tasks/index.ts';
import { judge } from './judge.ts';
import type { PreviewTemplate } from './runs.contract.ts';
import { notePreview, requireAsked } from './templates-asked.store.ts';

/** Nobody waits longer for an answer to a request. */
const longestMs = 30_000;

/** Asks with a template about a task that the caller reads, and keeps nothing of it but that it was done; the budget counts it. */
export async function previewTemplate({
  caller,
  params,
  body,
}: Call<{ id: number }, unknown, PreviewTemplate>) {
  const template = await requireAsked(caller, params.id);
  const { record_id } = body;
  if (!(await findTask(caller, record_id))) throw invalidField('record_id', 'Refers to nothing that exists');
  await write(caller, notePreview(caller, params.id), {
    event: 'prompt_template.previewed',
    action: 'preview',
  });
  const { trouble, sent, record_version, record_state, cost, ...shown } = await judge(caller, {
    template,
    record_id,
    event_id: null,
    of: { resource: 'prompt_template', record_id: params.id },
    isCounted: false,
    signal: AbortSignal.timeout(longestMs),
  });
  return { ...shown, cost: cost === null ? null : String(cost) };
}
