import { type Call, invalidField, notFound } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { findTask } from '../tasks/index.ts';
import { type Judgement, judge } from './judge.ts';
import type { PreviewTemplate } from './runs.contract.ts';
import { readsTexts } from './runs.service.ts';
import { notePreview, requireAsked } from './templates-asked.store.ts';

/** Nobody waits longer for an answer to a request. */
const longestMs = 30_000;

type OfTask = Call<{ id: number }, unknown, PreviewTemplate>;

/** Asks with a template about a task that the caller reads; the budget counts it. No transaction waits meanwhile. */
export async function askForPreview({
  caller,
  params,
  body,
}: Pick<OfTask, 'caller' | 'params' | 'body'>): Promise<Judgement> {
  const template = await requireAsked(caller, params.id);
  const { record_id } = body;
  if (!(await findTask(caller, record_id))) throw invalidField('record_id', 'Refers to nothing that exists');
  return judge(caller, {
    template,
    record_id,
    event_id: null,
    of: { resource: 'prompt_template', record_id: params.id },
    signal: AbortSignal.timeout(longestMs),
  });
}

/** Shows what was said, and keeps nothing of it but that it was done. */
export async function previewTemplate({ caller, params, body, prepared }: OfTask) {
  const { trouble, sent, record_version, record_state, cost, ...shown } = (prepared ??
    (await askForPreview({ caller, params, body }))) as Judgement;
  const [noted] = await write(caller, notePreview(caller, params.id), {
    event: 'prompt_template.previewed',
    action: 'preview',
  });
  if (!noted) throw notFound('Template');
  const input = readsTexts(caller) ? shown.input : null;
  return { ...shown, input, cost: cost === null ? null : String(cost) };
}
