import { asCondition, type Caller, holds, noteInAudit } from '@wfp/shared';
import { settingsOf } from '../organizations/index.ts';
import { type Found, findContext } from './context.store.ts';
import { noteTokens, takeFromBudget } from './lane.store.ts';
import { answerThatFits } from './output.ts';
import {
  type Json,
  type JsonObject,
  type Provider,
  ProviderFailure,
  type Question,
  type Usage,
} from './prompt.ts';
import { renderPrompt } from './prompt-text.ts';
import { costOf, providersOf } from './providers/providers.ts';
import type { Ending } from './runs.store.ts';
import { storable } from './storable.ts';
import { stateOf } from './suggestion.ts';
import type { AskedTemplate } from './templates-asked.store.ts';

/** What is to be asked about. */
export interface Asked {
  template: AskedTemplate;
  record_id: number;
  /** The event that it is about, if there is one. */
  event_id: number | null;
  /** For the audit log: the run, or the template of a preview. */
  of: { resource: string; record_id: number };
  signal: AbortSignal;
}

/** What a provider made of a record. */
export interface Judgement extends Ending {
  input: JsonObject | null;
  output: Json;
  /** The provider is in trouble, and may not be later: when it wants to be asked again, if it says so. */
  trouble: { retryAfterMs: number | null } | null;
}

/** Of a run that nobody was asked with. */
export const unasked: Omit<Judgement, 'status'> = {
  input: null,
  output: null,
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
  const refusal = await refusalOf(caller);
  if (refusal) return { ...about, status: 'refused', error: refusal };
  try {
    return { ...(await answered(caller, asked, found, provider)), ...remembered };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return {
      ...about,
      status: 'failed',
      provider: provider.name,
      error: storable(error.message),
      trouble: troubleOf(error),
    };
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

async function refusalOf(caller: Caller): Promise<string | null> {
  const budget = await settingsOf(caller, 'prompts');
  if (await takeFromBudget(caller.platform, caller.org_id, budget)) return null;
  return `The budget of the organization for today is used up: ${budget.runs_per_day} runs, ${budget.tokens_per_day} tokens`;
}

const purposes: Record<string, Question['purpose']> = {
  'triage-task': 'triage',
  'detect-task-blockers': 'blockers',
};

async function answered(
  caller: Caller,
  asked: Omit<Asked, 'record_id' | 'event_id'>,
  { context }: Found,
  provider: Provider,
): Promise<Omit<Judgement, 'record_version' | 'record_state'>> {
  const { template, signal } = asked;
  const { system, user, facts } = renderPrompt(template, context);
  const question: Question = {
    purpose: template.is_builtin ? (purposes[template.code] ?? null) : null,
    system,
    user,
    schema: template.output_schema,
    settings: template.settings,
    context,
  };
  const isOutside = provider.name !== 'rules';
  const sent = isOutside
    ? { provider: provider.name, bytes: Buffer.byteLength(system) + Buffer.byteLength(user), facts }
    : null;
  // What leaves the service is noted before it does: whatever happens then, the log knows.
  if (isOutside) await noteInAudit(caller, { action: 'send_to_provider', ...asked.of, outcome: 'success' });
  const began = performance.now();
  const spent = (usage: Usage | null) => ({
    ...unasked,
    input: { system, user, facts },
    sent,
    latency_ms: Math.round(performance.now() - began),
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
  });
  try {
    const answer = await answerThatFits(provider, question, signal);
    await noteTokens(caller.platform, caller.org_id, answer);
    const { provider: by, model } = answer;
    const cost = costOf(caller.platform.config, answer);
    const went = sent && { ...sent, model };
    const output = storable(answer.output);
    return { ...spent(answer), status: 'succeeded', sent: went, output, provider: by, model, cost };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.usage) await noteTokens(caller.platform, caller.org_id, error.usage);
    const { usage, message } = error;
    return {
      ...spent(usage),
      status: 'failed',
      provider: provider.name,
      error: storable(message),
      trouble: troubleOf(error),
    };
  }
}

const troubleOf = ({ kind, retryAfterMs }: ProviderFailure) => (kind === 'trouble' ? { retryAfterMs } : null);
