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
import { isCompiled } from './compiling/validators.ts';
import { callWithRepair, findLimitError, findOutputError, findSchemaError } from './output.ts';

const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['verdict'],
  properties: { verdict: { enum: ['accept', 'reject'] }, size: { type: 'integer', minimum: 1 } },
};

const request = (over: Partial<ProviderRequest> = {}) =>
  ({ purpose: null, system: '', user: '', schema, settings: {}, context: {}, ...over }) as ProviderRequest;

function scriptedProvider(...script: (ProviderResponse['output'] | ProviderFailure)[]) {
  const requests: ProviderRequest[] = [];
  const provider: Provider = {
    name: 'script',
    call: async (one) => {
      requests.push(one);
      const output = script[requests.length - 1] ?? null;
      if (output instanceof ProviderFailure) throw output;
      return { output, provider: 'script', model: 'm', input_tokens: 10, output_tokens: null };
    },
  };
  return { provider, requests };
}

const { signal } = new AbortController();

it('returns a constant output without compiling its schema, which was done when it was saved', async () => {
  const { provider, requests } = scriptedProvider({ verdict: 'accept' });
  const unseen = { ...schema, title: 'Never compiled' };
  const settings = { output: { verdict: 'accept' } };
  expect(await callWithRepair(provider, request({ schema: unseen, settings }), signal)).toMatchObject({
    output: { verdict: 'accept' },
  });
  expect([requests.length, isCompiled(unseen)]).toEqual([1, false]);
});

describe('output schemas', () => {
  it('accepts the schemas of the built-in templates', () => {
    for (const { output_schema } of builtinTemplates) expect(findSchemaError(output_schema)).toBeNull();
  });

  it('resolves references to $defs', () => {
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

  it('allows properties named like keywords', () => {
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
    ['is not an object schema', { type: 'array' }, /"type": "object"/],
    ['is not a JSON Schema', { type: 'object', required: 'verdict' }, /required/],
    ['has an unknown type', { type: 'object', properties: { a: { type: 'text' } } }, /type/],
    ['contains a value that is not a schema', { type: 'object', properties: { a: 1 } }, /\/properties\/a/],
    [
      'refers to the network',
      { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } },
      /\$ref/,
    ],
    [
      'refers to a prototype',
      { type: 'object', properties: { a: { $ref: '#/$defs/toString' } }, $defs: {} },
      /\$ref/,
    ],
    ['has patterns', { type: 'object', properties: { a: { pattern: '(a+)+$' } } }, /"pattern"/],
    ['is circular', { type: 'object', properties: { a: { $ref: '#' } } }, /circular/],
    [
      'grows exponentially',
      { type: 'object', properties: { a: { $ref: '#/$defs/n0' } }, $defs: doubling },
      /too many/,
    ],
    ['is huge', { type: 'object', description: 'x'.repeat(33_000) }, /32 KiB/],
  ])('rejects a schema that %s', (_, bad, message) => {
    expect(findSchemaError(bad)).toMatch(message);
  });
});

describe('limits of a schema', () => {
  const list = <One>(length: number, make: (index: number) => One) =>
    Array.from({ length }, (_, index) => make(index));
  const named = (length: number, make: (index: number) => Json) =>
    Object.fromEntries(list(length, (index) => [`p${index}`, make(index)]));
  const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
  const nest = (levels: number, wrap: (inner: Json) => Json, inner: Json): Json =>
    levels === 0 ? inner : nest(levels - 1, wrap, wrap(inner));
  const text = { type: 'string', minLength: 1, maxLength: 9 };
  const conditional = JSON.parse(
    '{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 1}}',
  );
  const constraints = {
    ...{ minLength: 1, maxLength: 9, minimum: 1, maximum: 9, multipleOf: 2, minItems: 1, maxItems: 9 },
    ...{ minProperties: 1, maxProperties: 9, required: ['a', 'b'], enum: [1, 'x', { a: 1 }] },
  };

  it.each<[string, JsonObject]>([
    ['texts', object(named(199, () => text))],
    ['all constraints', object(named(150, () => constraints))],
    ['lists of required names', object(named(30, () => ({ required: list(190, String) })))],
    ['enums', object(named(30, () => ({ enum: list(190, (index) => [index]) })))],
    ['branches', object(named(3, () => ({ oneOf: list(50, (index) => ({ const: { a: index } })) })))],
    ['conditions', object(named(49, () => conditional))],
    ['levels', object(named(9, () => nest(21, (inner) => object({ a: inner }), text)))],
  ])('accept and compile the largest one with %s', (_, largest) => {
    expect([findLimitError(largest), findSchemaError(largest)]).toEqual([null, null]);
  });

  const repeated = (definition: JsonObject, count: number): JsonObject => ({
    ...object(named(count, () => ({ $ref: '#/$defs/repeated' }))),
    $defs: { repeated: definition },
  });
  it.each<[string, JsonObject, RegExp]>([
    ['its values', repeated({ enum: list(1_600, () => 1) }, 10), /at most 15,000 values after every "\$ref"/],
    ['its length', repeated({ const: 'x'.repeat(25_000) }, 3), /64 KiB after every "\$ref"/],
  ])('count %s for each reference', (_, schema, message) => {
    expect(findLimitError(schema)).toMatch(message);
  });

  it('do not apply to a stored schema', () => {
    const large = object(named(900, () => true));
    expect(findLimitError(large)).toMatch(/subschemas \(at most 200\)/);
    expect(findSchemaError(large)).toBeNull();
    const branches = object({ a: { oneOf: list(51, (index) => ({ const: index })) } });
    expect(findLimitError(branches)).toMatch(/oneOf must have at most 50 branches/);
    expect(findOutputError(branches, { a: 50 })).toBeNull();
  });
});

describe('an output', () => {
  it('is returned if it matches', async () => {
    const { provider, requests } = scriptedProvider({ verdict: 'accept' });
    const response = await callWithRepair(provider, request(), signal);
    expect(response).toMatchObject({ output: { verdict: 'accept' }, input_tokens: 10, output_tokens: null });
    expect(requests).toEqual([request()]);
  });

  it.each<[Json | ProviderFailure, string]>([
    [{ verdict: 'maybe' }, '/verdict'],
    [{ verdict: 'accept', run: 'rm -rf' }, '"run"'],
    [new ProviderFailure('invalid_output', 'It is not JSON', { outputText: 'Sure!' }), 'It is not JSON'],
  ])('that does not match (%j) is requested again with the error', async (first, error) => {
    const { provider, requests } = scriptedProvider(first, { verdict: 'reject' });
    const response = await callWithRepair(provider, request(), signal);
    expect(response.output).toEqual({ verdict: 'reject' });
    expect(response.input_tokens).toBe(first instanceof ProviderFailure ? 10 : 20);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.repair?.error).toContain(error);
    expect(requests[1]?.repair?.output).toBe(
      first instanceof ProviderFailure ? 'Sure!' : JSON.stringify(first),
    );
  });

  it('fails after the second attempt, with the usage of both', async () => {
    const { provider, requests } = scriptedProvider({ verdict: 1 }, { verdict: 2 }, { verdict: 'accept' });
    const failure = await callWithRepair(provider, request(), signal).catch((error) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure).toMatchObject({
      kind: 'invalid_output',
      usage: { input_tokens: 20, output_tokens: null },
    });
    expect(requests).toHaveLength(2);
  });

  it('is not requested again after a transient error, whose usage includes the first attempt', async () => {
    const transient = new ProviderFailure('transient', '503', { retryAfterMs: 7 });
    const { provider, requests } = scriptedProvider(transient);
    await expect(callWithRepair(provider, request(), signal)).rejects.toBe(transient);
    expect(requests).toHaveLength(1);
    const second = scriptedProvider({ verdict: 1 }, transient);
    await expect(callWithRepair(second.provider, request(), signal)).rejects.toMatchObject({
      kind: 'transient',
      retryAfterMs: 7,
      usage: { input_tokens: 10 },
    });
  });

  it('is not requested for an invalid schema', async () => {
    const { provider, requests } = scriptedProvider({ verdict: 'accept' });
    const bad = request({ schema: { type: 'object', properties: { a: { $ref: '#' } } } });
    await expect(callWithRepair(provider, bad, signal)).rejects.toMatchObject({ kind: 'permanent' });
    expect(requests).toEqual([]);
  });

  it.each([32, 33, 200_000])('of %i levels is accepted up to 32 levels', (levels) => {
    const lists = Array.from({ length: levels - 2 }).reduce<Json>((inner) => [inner], [1]);
    const error = findOutputError({ type: 'object' }, { lists });
    expect(error).toBe(levels <= 32 ? null : 'it is nested more than 32 levels deep');
  });

  it('is rejected if it has too many values for its schema', () => {
    const large = {
      type: 'object',
      properties: { x: { items: { enum: Array.from({ length: 5_000 }, (_, index) => index) } } },
    };
    const values = (count: number) => ({ x: Array.from({ length: count }, () => 1) });
    expect(findOutputError(large, values(900))).toBeNull();
    expect(findOutputError(large, values(1_000))).toMatch(
      /^it has too many values for a schema of 5,\d+ values: 1,002$/,
    );
  });

  it('of more than 64 KiB is rejected', () => {
    expect(findOutputError({ type: 'object' }, { a: 'é'.repeat(40_000) })).toContain('64 KiB');
  });
});
