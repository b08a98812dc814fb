import { say } from '@wfp/testing/llm-server.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { configWith, key, question, startAsking, suggestion } from '../testing/asking.ts';
import { costOf, modelFault, providersOf } from './providers.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function asking(...how: Parameters<typeof startAsking>) {
  const started = await startAsking(...how);
  stop = started.stop;
  return started;
}

describe('over the wire of OpenAI', () => {
  it('a question brings the schema, the key and the settings, and the answer its tokens', async () => {
    const { ask, asked, config } = await asking('openai-compatible', (response, one) =>
      say(response, one, JSON.stringify(suggestion)),
    );
    const answer = await ask({ settings: { temperature: 0.2, max_output_tokens: 300 } });
    expect(answer).toEqual({
      output: suggestion,
      provider: 'openai-compatible',
      model: 'small',
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(costOf(config, answer)).toBeCloseTo(0.0003);
    expect(costOf(config, { ...answer, model: 'large' })).toBeNull();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}` },
      body: {
        model: 'small',
        temperature: 0.2,
        max_tokens: 300,
        response_format: {
          type: 'json_schema',
          json_schema: { schema: question().schema, strict: false },
        },
        messages: [{ role: 'system' }, { role: 'user' }],
      },
    });
  });

  it('a server that knows no schemas is asked in simpler ways, and from then on in that way', async () => {
    const { ask, asked } = await asking('openai-compatible', (response, one) => {
      const { response_format } = one.body as { response_format?: { type: string } };
      if (!response_format) return say(response, one, `\`\`\`json\n${JSON.stringify(suggestion)}\n\`\`\``);
      response.writeHead(400).end('{"error":{"message":"response_format is not supported"}}');
    });
    expect((await ask()).output).toEqual(suggestion);
    const formats = asked.map(({ body }) => (body.response_format as { type: string } | undefined)?.type);
    expect(formats).toEqual(['json_schema', 'json_object', undefined]);
    await ask();
    expect(asked).toHaveLength(4);
  });

  it('an answer that does not fit is asked for again with what was wrong, and tokens add up', async () => {
    const { ask, asked } = await asking('openai-compatible', (response, one, before) =>
      say(response, one, before === 0 ? '{"priority":"asap"}' : JSON.stringify(suggestion)),
    );
    expect(await ask()).toMatchObject({ output: suggestion, input_tokens: 200, output_tokens: 40 });
    expect(asked[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(asked[1]?.body.messages[2]?.content).toBe('{"priority":"asap"}');
    expect(asked[1]?.body.messages[3]?.content).toContain('must have required property');
  });

  it('a model that the operator did not name is not asked', async () => {
    const { ask, asked } = await asking('openai-compatible', (response, one) =>
      say(response, one, JSON.stringify(suggestion)),
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
      (response, one) => say(response, one, JSON.stringify(suggestion)),
      { model },
    );
    expect(await ask()).toEqual({
      output: suggestion,
      provider: 'anthropic',
      model,
      input_tokens: 100,
      output_tokens: 20,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe('/v1/messages');
    expect(asked[0]?.headers['x-api-key']).toBe(key);
    expect(Object.keys(asked[0]?.body ?? {})).toContain(field);
  });
});

it('the rules refuse a template that is not built in', async () => {
  const rules = providersOf(configWith({}))();
  await expect(
    rules?.answer(question({ purpose: null }), new AbortController().signal),
  ).rejects.toMatchObject({
    name: 'ProviderFailure',
    kind: 'refused',
  });
});

it('offers what the operator has set up, and says so', () => {
  const bare = configWith({});
  expect(providersOf(bare)()?.name).toBe('rules');
  expect(providersOf(bare)('anthropic')).toBeUndefined();
  expect(modelFault(bare, {})).toBeNull();
  expect(modelFault(bare, { provider: 'anthropic' })).toMatch(/rules$/);
  const own = configWith({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: 'http://ollama:11434/v1',
    LLM_MODEL: 'qwen3,llama4',
  });
  expect(providersOf(own)()?.name).toBe('openai-compatible');
  expect(providersOf(own)('rules')?.name).toBe('rules');
  expect(modelFault(own, { provider: 'rules', model: 'gpt-5' })).toBeNull();
  expect(modelFault(own, { model: 'llama4' })).toBeNull();
  expect(modelFault(own, { model: 'gpt-5' })).toMatch(/qwen3, llama4$/);
});
