import { type Call, missingReference } from '@wfp/shared';
import { findTask } from '../../tasks/index.ts';
import { findSchemaErrorFor } from '../evaluation/compiling/compilations.ts';
import { evaluate } from '../evaluation/evaluate.ts';
import { requireRunnableTemplate } from '../templates/cache/runnable-templates.store.ts';
import type { PreviewTemplate } from './runs.contract.ts';
import { canReadTexts, redactOutcome } from './runs.service.ts';
import { canReadMentions } from './runs.store.ts';

const maxPreviewMs = 30_000;

/**
 * Evaluates a template on a task that the caller may read, without storing the result. A call to an external provider
 * is audited and counts towards the budget.
 */
export async function previewTemplate({
  caller,
  params,
  body: { record_id },
}: Call<{ id: number }, unknown, PreviewTemplate>) {
  const template = await requireRunnableTemplate(caller, params.id);
  if (!(await findTask(caller, record_id))) throw missingReference('record_id');
  await findSchemaErrorFor(caller, template.output_schema);
  const { retry, isBudgetReserved, mentions, sent, record_version, record_state, cost, ...evaluation } =
    await evaluate(caller, {
      template,
      record_id,
      event_id: null,
      subject: { resource: 'prompt_template', record_id: params.id },
      signal: AbortSignal.timeout(maxPreviewMs),
      isPreview: true,
    });
  const is_shown = await canReadMentions(caller, mentions);
  return redactOutcome(
    { ...evaluation, cost: cost === null ? null : String(cost) },
    is_shown,
    canReadTexts(caller),
  );
}
