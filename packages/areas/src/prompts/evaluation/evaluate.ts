import { asCondition, type Caller, evaluateCondition, writeAuditNote } from '@wfp/shared';
import { type Mentions, mentionsIn, noMentions } from '@wfp/triage-rules';
import { readSettings } from '../../organizations/index.ts';
import { type LoadedContext, loadContext } from '../context/context.store.ts';
import { type RenderedPrompt, renderPrompt } from '../context/render-prompt.ts';
import { measureCall } from '../lane/prompt-metrics.ts';
import {
  type Json,
  type JsonObject,
  type Provider,
  ProviderFailure,
  type ProviderRequest,
  type TaskContext,
  type Usage,
} from '../prompt.ts';
import { maxOutputTokens } from '../providers/model-provider.ts';
import { computeCost, getProviders } from '../providers/providers.ts';
import type { RunResult } from '../runs/runs.store.ts';
import { captureState } from '../runs/suggestion.ts';
import type { RunnableTemplate } from '../templates/runnable-templates.store.ts';
import { type BudgetReservation, reserveTokens, settleReservation } from './budget.lane.store.ts';
import { callWithRepair } from './output.ts';

export interface EvaluationRequest {
  template: RunnableTemplate;
  record_id: number;
  /** The event that caused the request; null for a preview. */
  event_id: number | null;
  /** The subject of the audit entry: the run, or the template of a preview. */
  subject: { resource: string; record_id: number };
  signal: AbortSignal;
  /** Stores only the audit entry and the budget of an external provider. */
  isPreview?: true;
}

export interface Evaluation extends RunResult {
  input: JsonObject | null;
  output: Json;
  /** The records that the output names; null if unknown, as for a model's output. */
  mentions: Mentions | null;
  /** True if rejected only because runs in progress reserve the rest of the budget. */
  isBudgetReserved: boolean;
  /** Set if a retry may succeed, with the delay that the provider requested. */
  retry: { retryAfterMs: number | null } | null;
}

export const notEvaluated: Omit<Evaluation, 'status'> = {
  input: null,
  output: null,
  mentions: noMentions,
  isBudgetReserved: false,
  sent: null,
  provider: null,
  model: null,
  input_tokens: null,
  output_tokens: null,
  cost: null,
  latency_ms: null,
  error: null,
  record_version: null,
  record_state: {},
  retry: null,
};

/**
 * The error of an evaluation if it may quote a model's output. It is stored with the texts, because audit entries are
 * kept forever and have other readers.
 */
export const confidentialError = ({ mentions, error }: Evaluation): string | null =>
  mentions === null ? error : null;

/** Evaluates a template on a record. Stores only the budget and the audit entry of an external provider. */
export async function evaluate(caller: Caller, request: EvaluationRequest): Promise<Evaluation> {
  const loaded = await loadContext(caller, request.record_id, request.event_id);
  if (!loaded) return { ...notEvaluated, status: 'skipped', error: 'The record does not exist' };
  return evaluateContext(caller, request, loaded);
}

export async function evaluateContext(
  caller: Caller,
  request: Omit<EvaluationRequest, 'record_id' | 'event_id'>,
  loaded: LoadedContext,
): Promise<Evaluation> {
  const { template } = request;
  const { record } = loaded.context;
  const recordState = { record_version: record.updated_at, record_state: captureState(record) };
  const about = { ...notEvaluated, ...recordState };
  if (!matchesCondition(caller, template, loaded))
    return { ...about, status: 'skipped', error: "The template's condition is not met" };
  const provider = getProviders(caller.platform.config)(template.settings.provider);
  if (!provider) return { ...about, status: 'failed', error: "The template's provider is not configured" };
  try {
    const prompt = renderPrompt(template, loaded.context);
    const reservation = await reserveBudget(caller, request, provider, prompt);
    if (reservation && 'status' in reservation) return { ...reservation, ...recordState };
    return {
      ...(await callProvider(caller, request, loaded, provider, prompt, reservation)),
      ...recordState,
    };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ...about, ...failedEvaluation(provider, error) };
  }
}

/** True if the condition is met. `me` is the user of the event, or the caller before a write. */
function matchesCondition(
  { user_id }: Caller,
  { condition }: RunnableTemplate,
  loaded: LoadedContext,
): boolean {
  if (condition === null) return true;
  const { context, before, actor_id } = loaded;
  const { record, now, input = {} } = context;
  return evaluateCondition(asCondition(condition), {
    record: { ...record },
    before: before && { ...before },
    input,
    me: actor_id ?? user_id,
    now: new Date(now),
  });
}

const isExternal = ({ name }: Provider) => name !== 'rules';

/**
 * Reserves budget for a call.
 *
 * @returns a rejected evaluation if none is left; null if the call needs none
 */
async function reserveBudget(
  caller: Caller,
  { template, isPreview }: Pick<EvaluationRequest, 'template' | 'isPreview'>,
  provider: Provider,
  { system, user }: RenderedPrompt,
): Promise<BudgetReservation | null | Omit<Evaluation, 'record_version' | 'record_state'>> {
  if (isPreview && !isExternal(provider)) return null;
  const budget = await readSettings(caller, 'prompts');
  const outputLimit = Math.min(template.settings.max_output_tokens ?? maxOutputTokens, maxOutputTokens);
  const maxTokens = Math.ceil(Buffer.byteLength(system + user) / minBytesPerToken) + outputLimit;
  const reservation = await reserveTokens(
    caller.platform,
    caller.org_id,
    budget,
    isExternal(provider) ? maxTokens : 0,
  );
  if (typeof reservation === 'object') return reservation;
  const isBudgetReserved = reservation === 'reserved';
  const why = isBudgetReserved ? 'is reserved by runs in progress' : 'is used up';
  const error = `The daily budget ${why}: ${budget.runs_per_day} runs, ${budget.tokens_per_day} tokens`;
  return { ...notEvaluated, status: 'refused', isBudgetReserved, error };
}

/** Lower bound of the bytes per token, so that the reservation is an upper bound. */
const minBytesPerToken = 3;

const purposes: Record<string, ProviderRequest['purpose']> = {
  'triage-task': 'triage',
  'detect-task-blockers': 'blockers',
};

/** Audited before anything leaves the service, so that a crash cannot hide it. */
const auditSend = (
  caller: Caller,
  subject: EvaluationRequest['subject'],
  details: Readonly<Record<string, unknown>>,
) => writeAuditNote(caller, { action: 'send_to_provider', ...subject, outcome: 'success', details });

const buildProviderRequest = (
  { is_builtin, code, output_schema, settings }: RunnableTemplate,
  context: TaskContext,
  texts: Pick<ProviderRequest, 'system' | 'user'>,
): ProviderRequest => ({
  ...texts,
  purpose: is_builtin ? (purposes[code] ?? null) : null,
  schema: output_schema,
  settings,
  context,
});

async function callProvider(
  caller: Caller,
  { template, signal, subject }: Pick<EvaluationRequest, 'template' | 'signal' | 'subject'>,
  { context }: LoadedContext,
  provider: Provider,
  { system, user, facts }: RenderedPrompt,
  reservation: BudgetReservation | null,
): Promise<Omit<Evaluation, 'record_version' | 'record_state'>> {
  const providerRequest = buildProviderRequest(template, context, { system, user });
  const sent = isExternal(provider)
    ? { provider: provider.name, bytes: Buffer.byteLength(system + user), facts }
    : null;
  const startedAt = performance.now();
  let usage: Usage | null = null;
  const withUsage = () => ({
    ...notEvaluated,
    input: { system, user, facts },
    mentions: sent ? null : noMentions,
    sent,
    latency_ms: Math.round(performance.now() - startedAt),
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
  });
  try {
    if (sent) await auditSend(caller, subject, { ...sent, task_id: context.record.id || null });
    const call = () => callWithRepair(provider, providerRequest, signal);
    const response = await measureCall(caller.platform, provider.name, call);
    usage = response;
    const { provider: by, model } = response;
    const output = sanitize(response.output);
    return {
      ...withUsage(),
      status: 'succeeded',
      sent: sent && { ...sent, model },
      output,
      mentions: sent ? null : mentionsIn(output, context),
      provider: by,
      model,
      cost: computeCost(caller.platform.config, response),
    };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    usage = error.usage;
    return { ...withUsage(), ...failedEvaluation(provider, error) };
  } finally {
    if (reservation) await settleReservation(caller.platform, caller.org_id, reservation, usage);
  }
}

const failedEvaluation = (provider: Provider, error: ProviderFailure) => ({
  status: 'failed' as const,
  provider: provider.name,
  error: sanitize(error.message),
  retry: error.kind === 'transient' ? { retryAfterMs: error.retryAfterMs } : null,
});

/** Removes characters that PostgreSQL cannot store in JSON: NUL and unpaired surrogates. */
function sanitize<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value;
  if (Array.isArray(value)) return value.map((one) => sanitize(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [sanitize(name), sanitize(one)]),
  ) as Value;
}
