import { readConfig } from '@wfp/shared/config';
import { type LlmBehaviour, startLlmServer } from '@wfp/testing/llm-server.ts';
import { renderPrompt } from '../context/render-prompt.ts';
import { callWithRepair } from '../evaluation/output.ts';
import type { ProviderRequest } from '../prompt.ts';
import { createProviders } from '../providers/providers.ts';
import { builtinTemplates } from '../templates/builtin-templates.ts';
import { taskContext } from './task-context.ts';

/** The provider's API key, which must appear only in its header. */
export const llmApiKey = 'sk-very-secret-key-0123456789';

/** An output that matches the triage schema. */
export const triageOutput = {
  priority: 'high',
  category: 'general',
  label: null,
  ideal_owner: { description: 'A member of the office team.', employee_id: 6, user_id: null },
  reasoning: 'The lease depends on it.',
};

export function configWith(env: Record<string, string>) {
  return readConfig({
    DATABASE_URL: 'postgresql://app@localhost/workforce',
    REDIS_URL: 'redis://localhost',
    JWT_SECRET: 'only for tests, but long enough to pass',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    ...env,
  });
}

/** The request of the built-in triage for a task with this title. */
export function triageRequest(over: Partial<ProviderRequest> = {}, title = 'Order desks'): ProviderRequest {
  const [triage] = builtinTemplates;
  if (!triage) throw new Error('There is no template');
  const context = taskContext({ record: { title } });
  const { system, user } = renderPrompt(triage, context);
  return { purpose: 'triage', system, user, schema: triage.output_schema, settings: {}, context, ...over };
}

/** Starts an LLM server with the given behaviour, and a provider for it. */
export async function startLlmProvider(
  name: 'openai-compatible' | 'anthropic',
  behave: LlmBehaviour,
  { model = 'small,large', timeoutMs = 30_000 } = {},
) {
  const server = await startLlmServer(behave);
  const config = configWith({
    LLM_PROVIDER: name,
    LLM_BASE_URL: server.baseUrl,
    LLM_API_KEY: llmApiKey,
    LLM_MODEL: model,
    LLM_PRICES: '{"small":{"input":1,"output":10}}',
  });
  const provider = createProviders(config, { timeoutMs, maxBytes: 1024 * 1024 })();
  if (!provider) throw new Error('The provider is not offered');
  const call = (over?: Partial<ProviderRequest>, title?: string, signal = new AbortController().signal) =>
    callWithRepair(provider, triageRequest(over, title), signal);
  return { call, requests: server.requests, config, stop: server.stop };
}
