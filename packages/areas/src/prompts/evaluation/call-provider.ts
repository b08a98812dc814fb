import { type Caller, writeAuditNote } from '@wfp/shared';
import { mentionsIn, noMentions } from '@wfp/triage-rules';
import type { RenderedPrompt } from '../context/render-prompt.ts';
import { measureCall } from '../lane/prompt-metrics.ts';
import {
  type Provider,
  ProviderFailure,
  type ProviderRequest,
  type TaskContext,
  type Usage,
} from '../prompt.ts';
import { computeCost, isExternal } from '../providers/providers.ts';
import type { RunnableTemplate } from '../templates/cache/runnable-template.ts';
import { type BudgetReservation, settleReservation } from './budget.lane.store.ts';
import { type Evaluation, type EvaluationRequest, notEvaluated } from './evaluation.ts';
import { callWithRepair } from './output.ts';

const purposes: Record<string, ProviderRequest['purpose']> = {
  'triage-task': 'triage',
  'detect-task-blockers': 'blockers',
};

/** Must be called before anything is sent, so that the audit log has the entry even after a crash. */
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

/** Calls a provider. Only external ones need a prompt and a reservation of budget. */
export async function callProvider(
  caller: Caller,
  { template, signal, subject }: EvaluationRequest,
  context: TaskContext,
  provider: Provider,
  prompt: RenderedPrompt | null,
  reservation: BudgetReservation | null,
): Promise<Evaluation> {
  const { system, user, facts } = prompt ?? { system: '', user: '', facts: [] };
  const providerRequest = buildProviderRequest(template, context, { system, user });
  const sent = isExternal(provider)
    ? { provider: provider.name, bytes: Buffer.byteLength(system + user), facts }
    : null;
  const startedAt = performance.now();
  let usage: Usage | null = null;
  const withUsage = () => ({
    ...notEvaluated,
    input: prompt && { system, user, facts },
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

export const failedEvaluation = (provider: Provider, error: ProviderFailure) => ({
  status: 'failed' as const,
  provider: provider.name,
  error: sanitize(error.message),
  retry: error.kind === 'transient' ? { retryAfterMs: error.retryAfterMs } : null,
});

/** Removes NUL and replaces unpaired surrogates, which PostgreSQL cannot store in JSON. */
function sanitize<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed() as Value;
  if (Array.isArray(value)) return value.map((one) => sanitize(one)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [sanitize(name), sanitize(one)]),
  ) as Value;
}
