import { sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  configWith,
  llmApiKey,
  startLlmProvider,
  triageOutput,
  triageRequest,
} from '../testing/llm-provider.ts';
import { computeCost, findModelError, getProviders } from './providers.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function asking(...how: Parameters<typeof startLlmProvider>) {
  const started = await startLlmProvider(...how);
  stop = started.stop;
  return started;
}

describe('over the wire of OpenAI', () => {
  it('a question brings the schema, the key and the settings, and the answer its tokens', async () => {
    const { ask, asked, config } = await asking('openai-compatible', (response, one) =>
      sendLlmResponse(response, one, JSON.stringify(triageOutput)),
    );
    const answer = await ask({ settings: { temperature: 0.2, max_output_tokens: 300 } });
    expect(answer).toEqual({
      output: triageOutput,
      provider: 'openai-compatible',
      model: 'small',
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(computeCost(config, answer)).toBeCloseTo(0.0003);
    expect(computeCost(config, { ...answer, model: 'large' })).toBeNull();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
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

  it('a server that knows no schemas is asked in simpler ways, and from then on in that way', async () => {
    const { ask, asked } = await asking('openai-compatible', (response, one) => {
      const { response_format } = one.body as { response_format?: { type: string } };
      if (!response_format)
        return sendLlmResponse(response, one, `\`\`\`json\n${JSON.stringify(triageOutput)}\n\`\`\``);
      response.writeHead(400).end('{"error":{"message":"response_format is not supported"}}');
    });
    expect((await ask()).output).toEqual(triageOutput);
    const formats = asked.map(({ body }) => (body.response_format as { type: string } | undefined)?.type);
    expect(formats).toEqual(['json_schema', 'json_object', undefined]);
    await ask();
    expect(asked).toHaveLength(4);
  });

  it('an answer that does not fit is asked for again with what was wrong, and tokens add up', async () => {
    const { ask, asked } = await asking('openai-compatible', (response, one, before) =>
      sendLlmResponse(response, one, before === 0 ? '{"priority":"asap"}' : JSON.stringify(triageOutput)),
    );
    expect(await ask()).toMatchObject({ output: triageOutput, input_tokens: 200, output_tokens: 40 });
    expect(asked[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(asked[1]?.body.messages[2]?.content).toBe('{"priority":"asap"}');
    expect(asked[1]?.body.messages[3]?.content).toContain('must have required property');
  });

  it('a model that the operator did not name is not asked', async () => {
    const { ask, asked } = await asking('openai-compatible', (response, one) =>
      sendLlmResponse(response, one, JSON.stringify(triageOutput)),
    );
    await expect(ask({ settings: { model: 'huge' } })).rejects.toMatchObject({ kind: 'refused' });
    expect(await ask({ settings: { model: 'large' } })).toMatchObject({ model: 'large' });
    expect(asked).toHaveLength(1);
  });
});

describe('over the wire of Anthropic', () => {
  it.each([
    ['claude-sonnet-4-5', 'output_config'],
    ['a model of a gateway', 'tools'],
  ])('%s answers by %s', async (model, field) => {
    const { ask, asked } = await asking(
      'anthropic',
      (response, one) => sendLlmResponse(response, one, JSON.stringify(triageOutput)),
      { model },
    );
    expect(await ask()).toEqual({
      output: triageOutput,
      provider: 'anthropic',
      model,
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe('/v1/messages');
    expect(asked[0]?.headers['x-api-key']).toBe(llmApiKey);
    expect(Object.keys(asked[0]?.body ?? {})).toContain(field);
  });
});

it('the rules refuse a template that is not built in', async () => {
  const rules = getProviders(configWith({}))();
  await expect(
    rules?.call(triageRequest({ purpose: null }), new AbortController().signal),
  ).rejects.toMatchObject({
    name: 'ProviderFailure',
    kind: 'refused',
  });
});

it('offers what the operator has set up, and says so', () => {
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
