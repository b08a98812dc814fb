import { readFile } from 'node:fs/promises';
import { areas } from '@wfp/areas';
import { type createOpenApiDocument, listServers } from '@wfp/shared';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { RE2 } from 're2-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiFile } from '../../scripts/openapi/file.ts';
import { openApiText } from '../../scripts/openapi.ts';

type Document = ReturnType<typeof createOpenApiDocument>;

let text: string;
let document: Document;
beforeAll(async () => {
  text = await readFile(openApiFile, 'utf8');
  document = JSON.parse(text);
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

it('the document matches the declarations (npm run openapi writes it)', () => {
  // Compared as a boolean: vitest takes minutes to print the difference of texts of this size.
  expect(openApiText() === text).toBe(true);
});

it('has at most 4,100 characters per operation', () => {
  expect(text.length / operations().length).toBeLessThan(4_100);
});

/** The error of RE2 for a pattern, or null. The wrapper translates two escapes of JavaScript, which RE2 rejects. */
const unreadable = (pattern: string): string | null => {
  if (/\\[uc]/.test(pattern)) return `${pattern}: invalid escape`;
  try {
    new RE2(pattern, 'u');
  } catch (error) {
    return `${pattern}: ${String(error)}`;
  }
  return null;
};

function* patternsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('pattern' in value && typeof value.pattern === 'string') yield value.pattern;
  for (const part of Object.values(value)) yield* patternsIn(part);
}

it('has only patterns that RE2 can read, as do clients in Go', () => {
  for (const pattern of ['^[^\\u202A-\\u202E]*$', 'a(?=b)', '(a)\\1', 'a{1001}', 'a{1,1001}'])
    expect(unreadable(pattern)).toContain('invalid');
  const patterns = new Set(patternsIn(document));
  expect(patterns.size).toBeGreaterThan(50);
  expect([...patterns].flatMap((pattern) => unreadable(pattern) ?? [])).toEqual([]);
});

it('has every endpoint exactly once', () => {
  const declared = areas
    .flatMap((area) => area.endpoints ?? [])
    .map((one) => `${one.method} ${one.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(
    operations()
      .map(({ path, method }) => `${method} ${path}`)
      .sort(),
  ).toEqual(declared.sort());
});

it('has the parts that the specification requires', () => {
  const { openapi, info, servers, components, security } = document;
  expect([openapi, info.version, servers.length, security]).toEqual(['3.0.3', '0.0.1', 2, [{ bearer: [] }]]);
  expect(components.securitySchemes.bearer).toMatchObject({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  expect(listServers('https://people.example.com/', 4010).map(({ url }) => url)).toEqual([
    'https://people.example.com/api',
    'http://localhost:{port}/api',
  ]);
});

it('describes each area and names each operation meaningfully', () => {
  const silent = areas.filter(({ endpoints = [], about }) => endpoints.length > 0 && !about);
  expect(silent.map(({ name }) => name)).toEqual([]);
  for (const { operation } of operations()) expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
});

it('summarizes each operation in at most 60 characters', () => {
  const long = operations().filter(({ operation }) => operation.summary.length > 60);
  expect(
    long.map(
      ({ operation: { summary } }) =>
        `"${summary}" has ${summary.length} characters: shorten it. If it follows from a declared resource, set its ` +
        'summaries, or shorten its noun or label',
    ),
  ).toEqual([]);
});

describe('examples', () => {
  it('match their schemas and exist for every body', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components: document.components });
    const wrong = Object.entries(document.components.schemas).flatMap(([name, { example }]) => {
      if (example === undefined) return [];
      const isValid = ajv.validate({ $ref: `api#/components/schemas/${name}` }, example);
      return isValid ? [] : [`${name}: ${ajv.errorsText()}`];
    });
    expect(wrong).toEqual([]);
    const bodies = operations().flatMap(({ operation }) => {
      const { $ref = '' } = operation.requestBody?.content['application/json']?.schema ?? {};
      return $ref ? [$ref.split('/').at(-1) ?? ''] : [];
    });
    expect(bodies.length).toBeGreaterThan(80);
    expect(bodies.filter((name) => document.components.schemas[name]?.example === undefined)).toEqual([]);
  });
});

describe('rows', () => {
  it('mark read-only fields', () => {
    const { Task } = document.components.schemas;
    const fixed = Object.entries(Task?.properties ?? {}).filter(([, field]) => field.readOnly);
    expect(fixed.map(([name]) => name)).toEqual([
      'id',
      'org_id',
      'position',
      'created_at',
      'updated_at',
      'created_by',
      'updated_by',
      'deleted_at',
    ]);
  });
});

describe('events', () => {
  it('are discriminated by type and are all in the webhook callback', () => {
    const { AnyEvent, TaskCompletedEvent } = document.components.schemas;
    expect(AnyEvent?.discriminator).toMatchObject({
      propertyName: 'event_type',
      mapping: { 'task.completed': '#/components/schemas/TaskCompletedEvent' },
    });
    expect(TaskCompletedEvent?.allOf?.[0]).toEqual({ $ref: '#/components/schemas/Event' });
    expect(document.paths['/webhooks']?.post?.callbacks).toMatchObject({
      deliverEvent: {
        '{$request.body#/url}': {
          post: {
            responses: { '4XX': { description: expect.stringMatching(/Only 408, 425 and 429 are retried/) } },
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/AnyEvent' } } },
            },
          },
        },
      },
    });
  });
});
