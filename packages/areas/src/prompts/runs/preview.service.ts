import { type Call, missingReference } from '@wfp/shared';
import { findTask } from '../../tasks/index.ts';
import { evaluate } from '../evaluation/evaluate.ts';
import { requireRunnableTemplate } from '../templates/runnable-templates.store.ts';
import type { PreviewTemplate } from './runs.contract.ts';
import { canReadTexts, redactOutcome } from './runs.service.ts';
import { canReadMentions } from './runs.store.ts';

/** Nobody waits longer for an answer to a request. */
const maxPreviewMs = 30_000;

/**
 * Asks with a template about a task that the caller reads, and keeps nothing of it. Where somebody outside is asked the
 * audit log says so, and the budget counts it.
 */
export async function previewTemplate({
  caller,
  params,
  body: { record_id },
}: Call<{ id: number }, unknown, PreviewTemplate>) {
  const template = await requireRunnableTemplate(caller, params.id);
  if (!(await findTask(caller, record_id))) throw missingReference('record_id');
  const { retry, isBudgetReserved, mentions, sent, record_version, record_state, cost, ...evaluation } =
    await evaluate(caller, {
      template,
      record_id,
      event_id: null,
      of: { resource: 'prompt_template', record_id: params.id },
      signal: AbortSignal.timeout(maxPreviewMs),
      keepsNothing: true,
    });
  const is_shown = await canReadMentions(caller, mentions);
  return redactOutcome(
    { ...evaluation, cost: cost === null ? null : String(cost) },
    is_shown,
    canReadTexts(caller),
  );
}
