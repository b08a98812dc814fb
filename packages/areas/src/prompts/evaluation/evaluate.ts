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

/** A template and the record that a provider is asked about. */
export interface EvaluationRequest {
  template: RunnableTemplate;
  record_id: number;
  /** The event that caused the request; null for a preview. */
  event_id: number | null;
  /** The subject of the audit entry: the run, or the template of a preview. */
  of: { resource: string; record_id: number };
  signal: AbortSignal;
  /** Nothing is stored but the audit entry and the budget of an external provider. */
  keepsNothing?: true;
}

/** The result of a request: an answer, or why there is none. */
export interface Evaluation extends RunResult {
  input: JsonObject | null;
  output: Json;
  /** The records that the answer names; null if unknown, as for an answer of a model. */
  mentions: Mentions | null;
  /** True if refused only because runs in progress hold the rest of the budget. */
  isBudgetReserved: boolean;
  /** Set if a retry may succeed, with the wait that the provider requested. */
  retry: { retryAfterMs: number | null } | null;
}

/** The fields of an evaluation without a request. */
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
 * The error of an evaluation if it may quote a model's answer. It is stored with the texts, because audit entries are kept
 * forever and have other readers.
 */
export const confidentialError = ({ mentions, error }: Evaluation): string | null =>
  mentions === null ? error : null;

/** Asks a provider about a record. Stores nothing but the budget and the audit entry of an external provider. */
export async function evaluate(caller: Caller, asked: EvaluationRequest): Promise<Evaluation> {
  const found = await loadContext(caller, asked.record_id, asked.event_id);
  if (!found) return { ...notEvaluated, status: 'skipped', error: 'The record is gone' };
  return evaluateContext(caller, asked, found);
}

/** Asks a provider about a context that is already loaded. */
export async function evaluateContext(
  caller: Caller,
  asked: Omit<EvaluationRequest, 'record_id' | 'event_id'>,
  found: LoadedContext,
): Promise<Evaluation> {
  const { template } = asked;
  const { record } = found.context;
  const remembered = { record_version: record.updated_at, record_state: captureState(record) };
  const about = { ...notEvaluated, ...remembered };
  if (!matchesCondition(caller, template, found))
    return { ...about, status: 'skipped', error: 'Its condition does not hold' };
  const provider = getProviders(caller.platform.config)(template.settings.provider);
  if (!provider) return { ...about, status: 'failed', error: 'The installation does not offer its provider' };
  try {
    const prompt = renderPrompt(template, found.context);
    const taken = await reserveBudget(caller, asked, provider, prompt);
    if (taken && 'status' in taken) return { ...taken, ...remembered };
    return { ...(await callProvider(caller, asked, found, provider, prompt, taken)), ...remembered };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ...about, ...failedEvaluation(provider, error) };
  }
}

/** True if the condition holds. "me" is the user of the event, or the caller before a write. */
function matchesCondition(
  { user_id }: Caller,
  { condition }: RunnableTemplate,
  found: LoadedContext,
): boolean {
  if (condition === null) return true;
  const { context, before, actor_id } = found;
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

/** Reserves budget for a request; returns a refusal if none is left, and null if the request needs none. */
async function reserveBudget(
  caller: Caller,
  { template, keepsNothing }: Pick<EvaluationRequest, 'template' | 'keepsNothing'>,
  provider: Provider,
  { system, user }: RenderedPrompt,
): Promise<BudgetReservation | null | Omit<Evaluation, 'record_version' | 'record_state'>> {
  if (keepsNothing && !isExternal(provider)) return null;
  const budget = await readSettings(caller, 'prompts');
  const answer = Math.min(template.settings.max_output_tokens ?? maxOutputTokens, maxOutputTokens);
  const most = Math.ceil(Buffer.byteLength(system + user) / minBytesPerToken) + answer;
  const taken = await reserveTokens(caller.platform, caller.org_id, budget, isExternal(provider) ? most : 0);
  if (typeof taken === 'object') return taken;
  const waits = taken === 'held';
  const why = waits ? 'may be used up by what is under way' : 'is used up';
  const error = `The budget of the organization for today ${why}: ${budget.runs_per_day} runs, ${budget.tokens_per_day} tokens`;
  return { ...notEvaluated, status: 'refused', isBudgetReserved: waits, error };
}

/** Lower bound of the bytes of a token, so that the reservation is an upper bound. */
const minBytesPerToken = 3;

const purposes: Record<string, ProviderRequest['purpose']> = {
  'triage-task': 'triage',
  'detect-task-blockers': 'blockers',
};

/** Records what leaves the service before it does, so that a crash cannot hide it. */
const auditSend = (caller: Caller, of: EvaluationRequest['of'], details: Readonly<Record<string, unknown>>) =>
  writeAuditNote(caller, { action: 'send_to_provider', ...of, outcome: 'success', details });

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
  { template, signal, of }: Pick<EvaluationRequest, 'template' | 'signal' | 'of'>,
  { context }: LoadedContext,
  provider: Provider,
  { system, user, facts }: RenderedPrompt,
  taken: BudgetReservation | null,
): Promise<Omit<Evaluation, 'record_version' | 'record_state'>> {
  const question = buildProviderRequest(template, context, { system, user });
  const sent = isExternal(provider)
    ? { provider: provider.name, bytes: Buffer.byteLength(system + user), facts }
    : null;
  const began = performance.now();
  let usage: Usage | null = null;
  const spent = () => ({
    ...notEvaluated,
    input: { system, user, facts },
    mentions: sent ? null : noMentions,
    sent,
    latency_ms: Math.round(performance.now() - began),
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
  });
  try {
    if (sent) await auditSend(caller, of, { ...sent, task_id: context.record.id || null });
    const ask = () => callWithRepair(provider, question, signal);
    const answer = await measureCall(caller.platform, provider.name, ask);
    usage = answer;
    const { provider: by, model } = answer;
    const output = sanitize(answer.output);
    return {
      ...spent(),
      status: 'succeeded',
      sent: sent && { ...sent, model },
      output,
      mentions: sent ? null : mentionsIn(output, context),
      provider: by,
      model,
      cost: computeCost(caller.platform.config, answer),
    };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    usage = error.usage;
    return { ...spent(), ...failedEvaluation(provider, error) };
  } finally {
    if (taken) await settleReservation(caller.platform, caller.org_id, taken, usage);
  }
}

const failedEvaluation = (provider: Provider, error: ProviderFailure) => ({
  status: 'failed' as const,
  provider: provider.name,
  error: sanitize(error.message),
  retry: error.kind === 'trouble' ? { retryAfterMs: error.retryAfterMs } : null,
});

/** Removes what PostgreSQL cannot store as JSON: NUL and unpaired surrogates, in names and in texts. */
function sanitize<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value;
  if (Array.isArray(value)) return value.map((one) => sanitize(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [sanitize(name), sanitize(one)]),
  ) as Value;
}
