import { type Call, invalidField } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { findTask } from '../tasks/index.ts';
import { judge } from './judge.ts';
import type { PreviewTemplate } from './runs.contract.ts';
import { readsTexts } from './runs.service.ts';
import { notePreview, requireAsked } from './templates-asked.store.ts';

/** Nobody waits longer for an answer to a request. */
const longestMs = 30_000;

type OfTask = Call<{ id: number }, unknown, PreviewTemplate>;

/**
 * Asks with a template about a task that the caller reads, and keeps nothing of it but that it was done; the budget
 * counts it. No transaction waits meanwhile.
 */
export async function askForPreview({ caller, params, body }: Pick<OfTask, 'caller' | 'params' | 'body'>) {
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
    signal: AbortSignal.timeout(longestMs),
  });
  const input = readsTexts(caller) ? shown.input : null;
  return { ...shown, input, cost: cost === null ? null : String(cost) };
}

/** Answers with what was said before. */
export async function previewTemplate({ caller, params, body, prepared }: OfTask) {
  return prepared ?? askForPreview({ caller, params, body });
}
