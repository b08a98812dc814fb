import { sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  configWith,
  llmApiKey,
  startLlmProvider,
  triageOutput,
  triageRequest,
} from '../testing/llm-provider.ts';
import { computeCost, findModelError, getProviders, providerFor } from './providers.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function startProvider(...how: Parameters<typeof startLlmProvider>) {
  const started = await startLlmProvider(...how);
  stop = started.stop;
  return started;
}

describe('the OpenAI format', () => {
  it('sends schema, key and settings, and returns the token counts', async () => {
    const { call, requests, config } = await startProvider('openai-compatible', (response, request) =>
      sendLlmResponse(response, request, JSON.stringify(triageOutput)),
    );
    const response = await call({ settings: { temperature: 0.2, max_output_tokens: 300 } });
    expect(response).toEqual({
      output: triageOutput,
      provider: 'openai-compatible',
      model: 'small',
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(computeCost(config, response)).toBeCloseTo(0.0003);
    expect(computeCost(config, { ...response, model: 'large' })).toBeNull();
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${llmApiKey}` },
      body: {
        model: 'small',
        temperature: 0.2,
        max_tokens: 300,
        response_format: {
          type: 'json_schema',
          json_schema: { schema: triageRequest().schema, strict: false },
        },
        messages: [{ role: 'system' }, { role: 'user' }],
      },
    });
  });

  it('falls back to simpler output modes, and remembers the mode', async () => {
    const { call, requests } = await startProvider('openai-compatible', (response, request) => {
      const { response_format } = request.body as { response_format?: { type: string } };
      if (!response_format)
        return sendLlmResponse(response, request, `\`\`\`json\n${JSON.stringify(triageOutput)}\n\`\`\``);
      response.writeHead(400).end('{"error":{"message":"response_format is not supported"}}');
    });
    expect((await call()).output).toEqual(triageOutput);
    const formats = requests.map(({ body }) => (body.response_format as { type: string } | undefined)?.type);
    expect(formats).toEqual(['json_schema', 'json_object', undefined]);
    await call();
    expect(requests).toHaveLength(4);
  });

  it('requests an invalid output again with the error, and adds the token counts', async () => {
    const { call, requests } = await startProvider('openai-compatible', (response, request, before) =>
      sendLlmResponse(response, request, before === 0 ? '{"priority":"asap"}' : JSON.stringify(triageOutput)),
    );
    expect(await call()).toMatchObject({ output: triageOutput, input_tokens: 200, output_tokens: 40 });
    expect(requests[1]?.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(requests[1]?.body.messages[2]?.content).toBe('{"priority":"asap"}');
    expect(requests[1]?.body.messages[3]?.content).toContain('must have required property');
  });

  it('rejects a model that is not configured', async () => {
    const { call, requests } = await startProvider('openai-compatible', (response, request) =>
      sendLlmResponse(response, request, JSON.stringify(triageOutput)),
    );
    await expect(call({ settings: { model: 'huge' } })).rejects.toMatchObject({ kind: 'permanent' });
    expect(await call({ settings: { model: 'large' } })).toMatchObject({ model: 'large' });
    expect(requests).toHaveLength(1);
  });
});

describe('the Anthropic format', () => {
  it.each([
    ['claude-sonnet-4-5', 'output_config'],
    ['a model of a gateway', 'tools'],
  ])('requests JSON from %s with %s', async (model, field) => {
    const { call, requests } = await startProvider(
      'anthropic',
      (response, request) => sendLlmResponse(response, request, JSON.stringify(triageOutput)),
      { model },
    );
    expect(await call()).toEqual({
      output: triageOutput,
      provider: 'anthropic',
      model,
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toBe('/v1/messages');
    expect(requests[0]?.headers['x-api-key']).toBe(llmApiKey);
    expect(Object.keys(requests[0]?.body ?? {})).toContain(field);
  });
});

it('the rules provider returns the constant output of a template', async () => {
  const rules = getProviders(configWith({}))();
  const output = { verdict: 'reject' };
  const request = triageRequest({ purpose: null, settings: { output } });
  expect(await rules?.call(request, new AbortController().signal)).toEqual({
    ...{ output, provider: 'rules', model: 'constant', input_tokens: null, output_tokens: null },
  });
});

it('a constant output needs no model, whatever the default provider is', () => {
  const own = configWith({ LLM_PROVIDER: 'anthropic', LLM_MODEL: 'small', LLM_API_KEY: llmApiKey });
  expect(providerFor(own, {})?.name).toBe('anthropic');
  expect(providerFor(own, { output: {} })?.name).toBe('rules');
  expect(providerFor(configWith({}), { provider: 'anthropic' })).toBeUndefined();
});

it('the rules provider rejects a template that is not built in and has no constant output', async () => {
  const rules = getProviders(configWith({}))();
  await expect(
    rules?.call(triageRequest({ purpose: null }), new AbortController().signal),
  ).rejects.toMatchObject({
    name: 'ProviderFailure',
    kind: 'permanent',
    message: expect.stringContaining('Needs a model'),
  });
});

it('returns only configured providers, and names them in errors', () => {
  const bare = configWith({});
  expect(getProviders(bare)()?.name).toBe('rules');
  expect(getProviders(bare)('anthropic')).toBeUndefined();
  expect(findModelError(bare, {})).toBeNull();
  expect(findModelError(bare, { provider: 'anthropic' })).toMatch(/rules$/);
  const own = configWith({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: 'http://ollama:11434/v1',
    LLM_MODEL: 'qwen3,llama4',
  });
  expect(getProviders(own)()?.name).toBe('openai-compatible');
  expect(getProviders(own)('rules')?.name).toBe('rules');
  expect(findModelError(own, { provider: 'rules', model: 'gpt-5' })).toBeNull();
  expect(findModelError(own, { model: 'llama4' })).toBeNull();
  expect(findModelError(own, { model: 'gpt-5' })).toMatch(/qwen3, llama4$/);
});
