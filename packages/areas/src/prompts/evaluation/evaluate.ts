import { asCondition, type Caller, evaluateCondition, OrganizationTurns } from '@wfp/shared';
import { completeContext, type LoadedContext, type LoadedTask, loadTask } from '../context/context.ts';
import { renderPrompt } from '../context/render-prompt.ts';
import { type Provider, ProviderFailure, type TaskContext, type TaskFacts } from '../prompt.ts';
import { isExternal, providerFor } from '../providers/providers.ts';
import { captureState } from '../runs/suggestion.ts';
import type { RunnableTemplate } from '../templates/cache/runnable-template.ts';
import { type RunBudget, readBudget, refusal, reserveBudget } from './budget.ts';
import { callProvider, failedEvaluation } from './call-provider.ts';
import { compileForRun } from './compiling/compilations.ts';
import { type Evaluation, type EvaluationRequest, notEvaluated } from './evaluation.ts';

export interface RecordRequest extends EvaluationRequest {
  record_id: number;
  /** The event that led to the request; null for a preview. */
  event_id: number | null;
}

export const notExisting: Evaluation = {
  ...notEvaluated,
  status: 'skipped',
  error: 'The record does not exist',
};
const notConfigured: Evaluation = {
  ...notEvaluated,
  status: 'failed',
  error: "The template's provider is not configured",
};

/**
 * Evaluates a template on a record. Stores only the budget and the audit entry of an external provider. If the
 * budget is used up and the template has no condition, the record is not read.
 */
export async function evaluate(caller: Caller, request: RecordRequest): Promise<Evaluation> {
  const { template, record_id, event_id, isPreview } = request;
  const provider = providerFor(caller.platform.config, template.settings);
  const budget = provider ? await readBudget(caller, provider) : null;
  if (budget?.isUsedUp && template.condition === null) return refusal(budget.limits, false);
  const task = await loadTask(caller, record_id, event_id);
  if (!task) return notExisting;
  const early = await evaluateEarly(caller, { template }, task, provider, budget);
  if (early || !provider) return early ?? notConfigured;
  const { context } = await completeContext(caller, task, { useCache: !isPreview });
  return evaluateWith(caller, request, context, provider, budget);
}

/** Evaluates a template on a record whose context was loaded before. */
export async function evaluateContext(
  caller: Caller,
  request: EvaluationRequest,
  loaded: LoadedContext,
): Promise<Evaluation> {
  const { template } = request;
  const provider = providerFor(caller.platform.config, template.settings);
  const early = await evaluateEarly(caller, request, loaded, provider, null);
  if (early || !provider) return early ?? notConfigured;
  return evaluateWith(caller, request, loaded.context, provider, await readBudget(caller, provider));
}

/** Conditions on long texts, and prompts with much data, take milliseconds of the event loop. */
const turns = new OrganizationTurns();

/**
 * Returns the evaluation if it needs no call of the provider, otherwise undefined.
 *
 * @throws the reason of the signal, if it is aborted before the condition is evaluated
 */
export async function evaluateEarly(
  caller: Caller,
  { template, signal }: Pick<EvaluationRequest, 'template'> & { signal?: AbortSignal },
  task: LoadedTask,
  provider: Provider | undefined,
  budget: RunBudget | null,
): Promise<Evaluation | undefined> {
  const state = recordState(task.context.record);
  const matches = () => matchesCondition(caller, template, task);
  const isMet =
    template.condition === null || (await turns.run(caller.org_id, matches, signal && { signal }));
  if (!isMet)
    return { ...notEvaluated, ...state, status: 'skipped', error: "The template's condition is not met" };
  if (!provider) return { ...notConfigured, ...state };
  return budget?.isUsedUp ? { ...refusal(budget.limits, false), ...state } : undefined;
}

const recordState = (record: TaskFacts) => ({
  record_version: record.updated_at,
  record_state: captureState(record),
});

/** True if the condition is met. `me` is the user who caused the event, otherwise the caller. */
function matchesCondition({ user_id }: Caller, { condition }: RunnableTemplate, task: LoadedTask): boolean {
  if (condition === null) return true;
  const { context, before, actor_id } = task;
  const { record, now, input = {} } = context;
  return evaluateCondition(asCondition(condition), {
    record: { ...record },
    before: before && { ...before },
    input,
    me: actor_id ?? user_id,
    now: new Date(now),
  });
}

/** Evaluates a template whose condition is met. */
export async function evaluateWith(
  caller: Caller,
  request: EvaluationRequest,
  context: TaskContext,
  provider: Provider,
  budget: RunBudget | null,
): Promise<Evaluation> {
  const { template, isPreview, signal } = request;
  const state = recordState(context.record);
  try {
    // Before anything is reserved, audited or sent. A constant output is not validated again.
    if (!template.settings.output) await compileForRun(caller, template.output_schema, signal);
    // The rules read the context itself.
    const render = () => renderPrompt(template, context);
    const prompt = isExternal(provider) || isPreview ? await turns.run(caller.org_id, render) : null;
    const bytes = prompt ? Buffer.byteLength(prompt.system + prompt.user) : 0;
    const reservation = budget && (await reserveBudget(caller, template, budget, bytes));
    if (reservation && 'status' in reservation) return { ...reservation, ...state };
    return { ...(await callProvider(caller, request, context, provider, prompt, reservation)), ...state };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ...notEvaluated, ...state, ...failedEvaluation(provider, error) };
  }
}
