import { asCondition, type Caller, holds, noteInAudit } from '@wfp/shared';
import { type Mentions, mentionsIn, noMentions } from '@wfp/triage-rules';
import { settingsOf } from '../../organizations/index.ts';
import { type Found, findContext } from '../context/context.store.ts';
import { type PromptText, renderPrompt } from '../context/prompt-text.ts';
import { asking } from '../lane/run-measures.ts';
import {
  type Json,
  type JsonObject,
  type Provider,
  ProviderFailure,
  type Question,
  type TaskContext,
  type Usage,
} from '../prompt.ts';
import { maxOutputTokens } from '../providers/model-provider.ts';
import { costOf, providersOf } from '../providers/providers.ts';
import type { Ending } from '../runs/runs.store.ts';
import { stateOf } from '../runs/suggestion.ts';
import type { AskedTemplate } from '../templates/templates-asked.store.ts';
import { settle, type Taken, takeFromBudget } from './budget.lane.store.ts';
import { answerThatFits } from './output.ts';

/** What is to be asked about. */
export interface Asked {
  template: AskedTemplate;
  record_id: number;
  /** The event that it is about, if there is one. */
  event_id: number | null;
  /** For the audit log: the run, or the template of a preview. */
  of: { resource: string; record_id: number };
  signal: AbortSignal;
  /** Nothing is kept of it. What leaves the service is noted and counted all the same. */
  keepsNothing?: true;
}

/** What a provider made of a record. */
export interface Judgement extends Ending {
  input: JsonObject | null;
  output: Json;
  /** The records that the answer names; null if unknown, as for an answer of a model. */
  mentions: Mentions | null;
  /** Refused for what others hold of the budget: once they are answered there may be room. */
  waits: boolean;
  /** The provider is in trouble, and may not be later: when it wants to be asked again, if it says so. */
  trouble: { retryAfterMs: number | null } | null;
}

/** Of a run that nobody was asked with. */
export const unasked: Omit<Judgement, 'status'> = {
  input: null,
  output: null,
  mentions: noMentions,
  waits: false,
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
  trouble: null,
};

/**
 * Why there is no answer, where that may quote what a model said: it goes with the texts, since audit entries are kept
 * for ever and read by others.
 */
export const quotingError = ({ mentions, error }: Judgement): string | null =>
  mentions === null ? error : null;

/** Asks about a record: the whole way from what is known of it to an answer that fits. Stores nothing but the budget. */
export async function judge(caller: Caller, asked: Asked): Promise<Judgement> {
  const found = await findContext(caller, asked.record_id, asked.event_id);
  if (!found) return { ...unasked, status: 'skipped', error: 'The record is gone' };
  return judgeFound(caller, asked, found);
}

/** The same about what is known already. */
export async function judgeFound(
  caller: Caller,
  asked: Omit<Asked, 'record_id' | 'event_id'>,
  found: Found,
): Promise<Judgement> {
  const { template } = asked;
  const { record } = found.context;
  const remembered = { record_version: record.updated_at, record_state: stateOf(record) };
  const about = { ...unasked, ...remembered };
  if (!isMeant(caller, template, found))
    return { ...about, status: 'skipped', error: 'Its condition does not hold' };
  const provider = providersOf(caller.platform.config)(template.settings.provider);
  if (!provider) return { ...about, status: 'failed', error: 'The installation does not offer its provider' };
  try {
    const prompt = renderPrompt(template, found.context);
    const taken = await placeFor(caller, asked, provider, prompt);
    if (taken && 'status' in taken) return { ...taken, ...remembered };
    return { ...(await answered(caller, asked, found, provider, prompt, taken)), ...remembered };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ...about, ...failureOf(provider, error) };
  }
}

/** Whether the condition holds; "me" is who made the event, or who is about to write. */
function isMeant({ user_id }: Caller, { condition }: AskedTemplate, found: Found): boolean {
  if (condition === null) return true;
  const { context, before, actor_id } = found;
  const { record, now, input = {} } = context;
  return holds(asCondition(condition), {
    record: { ...record },
    before: before && { ...before },
    input,
    me: actor_id ?? user_id,
    now: new Date(now),
  });
}

const isOutside = ({ name }: Provider) => name !== 'rules';

/** A place in the budget, or why there is none. */
async function placeFor(
  caller: Caller,
  { template, keepsNothing }: Pick<Asked, 'template' | 'keepsNothing'>,
  provider: Provider,
  { system, user }: PromptText,
): Promise<Taken | null | Omit<Judgement, 'record_version' | 'record_state'>> {
  if (keepsNothing && !isOutside(provider)) return null;
  const budget = await settingsOf(caller, 'prompts');
  const answer = Math.min(template.settings.max_output_tokens ?? maxOutputTokens, maxOutputTokens);
  const most = Math.ceil(Buffer.byteLength(system + user) / bytesOfToken) + answer;
  const taken = await takeFromBudget(caller.platform, caller.org_id, budget, isOutside(provider) ? most : 0);
  if (typeof taken === 'object') return taken;
  const waits = taken === 'held';
  const why = waits ? 'may be used up by what is under way' : 'is used up';
  const error = `The budget of the organization for today ${why}: ${budget.runs_per_day} runs, ${budget.tokens_per_day} tokens`;
  return { ...unasked, status: 'refused', waits, error };
}

/** A token is rarely shorter, so that this many bytes are at most one. */
const bytesOfToken = 3;

const purposes: Record<string, Question['purpose']> = {
  'triage-task': 'triage',
  'detect-task-blockers': 'blockers',
};

/** What leaves the service is noted before it does: whatever happens then, the log knows. */
const noteSent = (caller: Caller, of: Asked['of'], details: Readonly<Record<string, unknown>>) =>
  noteInAudit(caller, { action: 'send_to_provider', ...of, outcome: 'success', details });

const questionOf = (
  { is_builtin, code, output_schema, settings }: AskedTemplate,
  context: TaskContext,
  texts: Pick<Question, 'system' | 'user'>,
): Question => ({
  ...texts,
  purpose: is_builtin ? (purposes[code] ?? null) : null,
  schema: output_schema,
  settings,
  context,
});

async function answered(
  caller: Caller,
  { template, signal, of }: Pick<Asked, 'template' | 'signal' | 'of'>,
  { context }: Found,
  provider: Provider,
  { system, user, facts }: PromptText,
  taken: Taken | null,
): Promise<Omit<Judgement, 'record_version' | 'record_state'>> {
  const question = questionOf(template, context, { system, user });
  const sent = isOutside(provider)
    ? { provider: provider.name, bytes: Buffer.byteLength(system + user), facts }
    : null;
  const began = performance.now();
  let usage: Usage | null = null;
  const spent = () => ({
    ...unasked,
    input: { system, user, facts },
    mentions: sent ? null : noMentions,
    sent,
    latency_ms: Math.round(performance.now() - began),
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
  });
  try {
    if (sent) await noteSent(caller, of, { ...sent, task_id: context.record.id || null });
    const ask = () => answerThatFits(provider, question, signal);
    const answer = await asking(caller.platform, provider.name, ask);
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
      cost: costOf(caller.platform.config, answer),
    };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    usage = error.usage;
    return { ...spent(), ...failureOf(provider, error) };
  } finally {
    if (taken) await settle(caller.platform, caller.org_id, taken, usage);
  }
}

const failureOf = (provider: Provider, error: ProviderFailure) => ({
  status: 'failed' as const,
  provider: provider.name,
  error: sanitize(error.message),
  trouble: error.kind === 'trouble' ? { retryAfterMs: error.retryAfterMs } : null,
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
