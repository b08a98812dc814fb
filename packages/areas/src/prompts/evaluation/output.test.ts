import { describe, expect, it } from 'vitest';
import {
  type Json,
  type JsonObject,
  type Provider,
  ProviderFailure,
  type ProviderRequest,
  type ProviderResponse,
} from '../prompt.ts';
import { builtinTemplates } from '../templates/builtin-templates.ts';
import { callWithRepair, findOutputError, findSchemaError } from './output.ts';

const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['verdict'],
  properties: { verdict: { enum: ['accept', 'reject'] }, size: { type: 'integer', minimum: 1 } },
};

const question = (over: Partial<ProviderRequest> = {}) =>
  ({ purpose: null, system: '', user: '', schema, settings: {}, context: {}, ...over }) as ProviderRequest;

function scripted(...script: (ProviderResponse['output'] | ProviderFailure)[]) {
  const asked: ProviderRequest[] = [];
  const provider: Provider = {
    name: 'script',
    call: async (one) => {
      asked.push(one);
      const output = script[asked.length - 1] ?? null;
      if (output instanceof ProviderFailure) throw output;
      return { output, provider: 'script', model: 'm', input_tokens: 10, output_tokens: null };
    },
  };
  return { provider, asked };
}

const { signal } = new AbortController();

describe('schemas', () => {
  it('of the built-in templates can be used', () => {
    for (const { output_schema } of builtinTemplates) expect(findSchemaError(output_schema)).toBeNull();
  });

  it('may name their parts', () => {
    const tree = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/word' }, b: { type: 'array', items: { $ref: '#/$defs/word' } } },
      $defs: { word: { type: 'string', maxLength: 3 } },
    };
    expect(findSchemaError(tree)).toBeNull();
    expect(findOutputError(tree, { a: 'abc', b: ['x'] })).toBeNull();
    expect(findOutputError(tree, { a: 'abcd' })).toContain('/a');
    expect(findOutputError(tree, { b: ['abcd'] })).toContain('/b/0');
  });

  it('may have properties that are called like keywords', () => {
    expect(
      findSchemaError({ type: 'object', properties: { pattern: { type: 'string' }, $ref: true } }),
    ).toBeNull();
  });

  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, at): [string, JsonObject] => [
      `n${at}`,
      at === 19
        ? { type: 'string' }
        : { anyOf: [{ $ref: `#/$defs/n${at + 1}` }, { $ref: `#/$defs/n${at + 1}` }] },
    ]),
  );
  it.each<[string, JsonObject, RegExp]>([
    ['is no object', { type: 'array' }, /"type": "object"/],
    ['is no JSON Schema', { type: 'object', required: 'verdict' }, /required/],
    ['has an unknown type', { type: 'object', properties: { a: { type: 'text' } } }, /type/],
    ['has a part that is none', { type: 'object', properties: { a: 1 } }, /\/properties\/a/],
    [
      'reaches the network',
      { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } },
      /\$ref/,
    ],
    [
      'reaches a prototype',
      { type: 'object', properties: { a: { $ref: '#/$defs/toString' } }, $defs: {} },
      /\$ref/,
    ],
    ['has patterns', { type: 'object', properties: { a: { pattern: '(a+)+$' } } }, /"pattern"/],
    ['runs in a circle', { type: 'object', properties: { a: { $ref: '#' } } }, /circle/],
    ['doubles', { type: 'object', properties: { a: { $ref: '#/$defs/n0' } }, $defs: doubling }, /too many/],
    ['is huge', { type: 'object', description: 'x'.repeat(33_000) }, /32 KiB/],
  ])('that %s are refused', (_, bad, message) => {
    expect(findSchemaError(bad)).toMatch(message);
  });
});

describe('an answer', () => {
  it('that fits is taken as it is', async () => {
    const { provider, asked } = scripted({ verdict: 'accept' });
    const answer = await callWithRepair(provider, question(), signal);
    expect(answer).toMatchObject({ output: { verdict: 'accept' }, input_tokens: 10, output_tokens: null });
    expect(asked).toEqual([question()]);
  });

  it.each<[Json | ProviderFailure, string]>([
    [{ verdict: 'maybe' }, '/verdict'],
    [{ verdict: 'accept', run: 'rm -rf' }, '"run"'],
    [new ProviderFailure('unusable', 'It is no JSON', { said: 'Sure!' }), 'It is no JSON'],
  ])('that does not fit (%j) is asked for again with what is wrong', async (first, fault) => {
    const { provider, asked } = scripted(first, { verdict: 'reject' });
    const answer = await callWithRepair(provider, question(), signal);
    expect(answer.output).toEqual({ verdict: 'reject' });
    expect(answer.input_tokens).toBe(first instanceof ProviderFailure ? 10 : 20);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.repair?.fault).toContain(fault);
    expect(asked[1]?.repair?.said).toBe(first instanceof ProviderFailure ? 'Sure!' : JSON.stringify(first));
  });

  it('is given up after the second round, and what it cost is told', async () => {
    const { provider, asked } = scripted({ verdict: 1 }, { verdict: 2 }, { verdict: 'accept' });
    const failure = await callWithRepair(provider, question(), signal).catch((error) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject({ kind: 'unusable', usage: { input_tokens: 20, output_tokens: null } });
    expect(asked).toHaveLength(2);
  });

  it('is not asked for again after trouble, but what the first round cost is told', async () => {
    const trouble = new ProviderFailure('trouble', '503', { retryAfterMs: 7 });
    const { provider, asked } = scripted(trouble);
    await expect(callWithRepair(provider, question(), signal)).rejects.toBe(trouble);
    expect(asked).toHaveLength(1);
    const second = scripted({ verdict: 1 }, trouble);
    await expect(callWithRepair(second.provider, question(), signal)).rejects.toMatchObject({
      kind: 'trouble',
      retryAfterMs: 7,
      usage: { input_tokens: 10 },
    });
  });

  it('is not asked for by a schema that cannot be used', async () => {
    const { provider, asked } = scripted({ verdict: 'accept' });
    const bad = question({ schema: { type: 'object', properties: { a: { $ref: '#' } } } });
    await expect(callWithRepair(provider, bad, signal)).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });

  it.each([32, 33, 200_000])('of %i levels fits up to 32 levels', (levels) => {
    const lists = Array.from({ length: levels - 2 }).reduce<Json>((inner) => [inner], [1]);
    const fault = findOutputError({ type: 'object' }, { lists });
    expect(fault).toBe(levels <= 32 ? null : 'it is nested more than 32 levels deep');
  });

  it('of more than 64 KiB does not fit anything', () => {
    expect(findOutputError({ type: 'object' }, { a: 'é'.repeat(40_000) })).toContain('64 KiB');
  });
});
