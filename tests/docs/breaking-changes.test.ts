import { expect, it } from 'vitest';
import { breakingChanges } from '../../scripts/openapi/breaking.ts';
import { digestText } from '../../scripts/openapi/digest.ts';

const ref = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
const json = (name: string) => ({ 'application/json': ref(name) });

/** A small API: rows that are listed, created and sent to receivers. */
function pets() {
  return {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    security: [{ bearer: [] }],
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'List pets',
          security: [] as object[] | undefined,
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
            { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', '-name'] } },
            { name: 'size', in: 'query', ...ref('Size') },
            { $ref: '#/components/parameters/offset' },
          ] as object[],
          responses: {
            200: {
              description: 'Done',
              content: json('Pets'),
              headers: { ETag: { schema: { type: 'string' } } },
            },
            404: { description: 'Not there' },
          } as Record<string, object>,
        },
        post: {
          operationId: 'createPet',
          requestBody: { required: false, content: json('PetCreate') },
          responses: { 201: { description: 'Created', content: json('Pet') } } as Record<string, object>,
          callbacks: {
            tell: {
              '{$request.body#/url}': {
                post: {
                  requestBody: { content: json('AnyEvent') },
                  responses: { 200: { description: 'Thanks' } },
                },
              },
            },
          },
        },
      } as Record<string, Record<string, unknown>>,
    } as Record<string, Record<string, Record<string, unknown>>>,
    components: {
      parameters: {
        offset: { name: 'offset', in: 'query', schema: { type: 'integer', maximum: 1000 } },
      } as Record<string, any>,
      schemas: {
        Size: { type: 'string', enum: ['small', 'large'] },
        Pets: {
          type: 'object',
          properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
        },
        Pet: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            note: { type: 'string', nullable: true },
            weight: { type: 'number' },
            length: { type: 'integer', format: 'int64' },
            legs: { type: 'integer', format: 'int32' },
          },
          required: ['id', 'note'],
        },
        PetCreate: {
          type: 'object',
          properties: {
            name: { type: 'string', maxLength: 20 },
            note: { type: 'string' },
            color: { type: 'string', enum: ['red', 'blue'] },
          },
          required: ['name'],
          additionalProperties: false,
        },
        AnyEvent: {
          oneOf: [{ $ref: '#/components/schemas/Born' }, { $ref: '#/components/schemas/Gone' }],
          discriminator: {
            propertyName: 'type',
            mapping: { born: '#/components/schemas/Born', gone: '#/components/schemas/Gone' },
          },
        },
        Born: {
          type: 'object',
          properties: { type: { type: 'string', enum: ['born'] }, at: { type: 'string' } },
        },
        Gone: { type: 'object', properties: { type: { type: 'string', enum: ['gone'] } } },
      } as Record<string, any>,
    },
  };
}
type Api = ReturnType<typeof pets>;
const operation = (api: Api, method: string): any => api.paths['/pets']?.[method];
const schemas = (api: Api) => api.components.schemas;

const broken: [string, (api: Api) => void][] = [
  ['an operation is removed', (api) => delete api.paths['/pets']?.post],
  ['a path is removed', (api) => delete api.paths['/pets']],
  ['an operation is renamed', (api) => (operation(api, 'get').operationId = 'findPets')],
  ['a credential becomes required', (api) => delete operation(api, 'get').security],
  ['a parameter is removed', (api) => operation(api, 'get').parameters.pop()],
  [
    'a new required parameter',
    (api) =>
      operation(api, 'get').parameters.push({
        name: 'q',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
  ],
  ['an optional parameter becomes required', (api) => (operation(api, 'get').parameters[0].required = true)],
  [
    'a shared parameter gets a lower maximum',
    (api) => (api.components.parameters.offset.schema.maximum = 10),
  ],
  [
    'a shared parameter becomes inline with a lower maximum',
    (api) =>
      (operation(api, 'get').parameters[3] = {
        ...api.components.parameters.offset,
        schema: { type: 'integer', maximum: 10 },
      }),
  ],
  ['a parameter gets a lower maximum', (api) => (operation(api, 'get').parameters[0].schema.maximum = 50)],
  [
    'a parameter gets a pattern that rejects one of its values',
    (api) => (operation(api, 'get').parameters[1].schema = { type: 'string', pattern: '^name(,name)*$' }),
  ],
  ['a body becomes required', (api) => (operation(api, 'post').requestBody.required = true)],
  ['a field becomes required', (api) => schemas(api).PetCreate.required.push('note')],
  [
    'a new required field',
    (api) =>
      Object.assign(schemas(api).PetCreate, {
        properties: { ...schemas(api).PetCreate.properties, age: { type: 'integer' } },
        required: ['name', 'age'],
      }),
  ],
  ['a field of requests is removed', (api) => delete schemas(api).PetCreate.properties.note],
  ['a field gets a lower maximum length', (api) => (schemas(api).PetCreate.properties.name.maxLength = 10)],
  ['a field gets a maximum length', (api) => (schemas(api).PetCreate.properties.note.maxLength = 10)],
  ['an allowed value is removed', (api) => schemas(api).PetCreate.properties.color.enum.pop()],
  [
    'a field of requests changes its type',
    (api) => (schemas(api).PetCreate.properties.note.type = 'integer'),
  ],
  ['a field of responses is removed', (api) => delete schemas(api).Pet.properties.weight],
  ['a field of responses changes its type', (api) => (schemas(api).Pet.properties.id.type = 'string')],
  [
    'a number in responses gets a larger format',
    (api) => (schemas(api).Pet.properties.legs.format = 'int64'),
  ],
  ['a number in responses loses its format', (api) => delete schemas(api).Pet.properties.length.format],
  ['a field of responses becomes optional', (api) => schemas(api).Pet.required.pop()],
  ['a field of responses becomes nullable', (api) => (schemas(api).Pet.properties.id.nullable = true)],
  [
    'a response changes its status',
    (api) => (operation(api, 'post').responses = { 200: operation(api, 'post').responses[201] }),
  ],
  ['a response header is removed', (api) => delete operation(api, 'get').responses[200].headers.ETag],
  [
    'an event type is removed',
    (api) =>
      Object.assign(schemas(api).AnyEvent, {
        oneOf: [{ $ref: '#/components/schemas/Gone' }],
        discriminator: { propertyName: 'type', mapping: { gone: '#/components/schemas/Gone' } },
      }),
  ],
  ['a field of an event is removed', (api) => delete schemas(api).Born.properties.at],
];

const harmless: [string, (api: Api) => void][] = [
  ['no change', () => undefined],
  ['a new operation', (api) => (api.paths['/dogs'] = api.paths['/pets'] ?? {})],
  ['a credential is no longer required', (api) => (operation(api, 'post').security = [])],
  ['another summary', (api) => (operation(api, 'get').summary = 'All pets')],
  [
    'a new optional parameter',
    (api) => operation(api, 'get').parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'an inline parameter becomes shared',
    (api) => {
      api.components.parameters.limit = operation(api, 'get').parameters[0];
      operation(api, 'get').parameters[0] = { $ref: '#/components/parameters/limit' };
    },
  ],
  [
    'a shared parameter gets a pattern that accepts all of its values',
    (api) => {
      api.components.parameters.sort = {
        ...operation(api, 'get').parameters[1],
        schema: { type: 'string', pattern: '^-?name(,-?name)*$' },
      };
      operation(api, 'get').parameters[1] = { $ref: '#/components/parameters/sort' };
    },
  ],
  ['a parameter gets a higher maximum', (api) => (operation(api, 'get').parameters[0].schema.maximum = 200)],
  [
    'a parameter gets a pattern that accepts all of its values',
    (api) => (operation(api, 'get').parameters[1].schema = { type: 'string', pattern: '^-?name(,-?name)*$' }),
  ],
  ['a new optional field', (api) => (schemas(api).PetCreate.properties.age = { type: 'integer' })],
  ['a required field becomes optional', (api) => (schemas(api).PetCreate.required = [])],
  ['a field gets a higher maximum length', (api) => (schemas(api).PetCreate.properties.name.maxLength = 40)],
  ['a field of requests becomes nullable', (api) => (schemas(api).PetCreate.properties.note.nullable = true)],
  ['a new allowed value in requests', (api) => schemas(api).PetCreate.properties.color.enum.push('green')],
  ['a new field in responses', (api) => (schemas(api).Pet.properties.age = { type: 'integer' })],
  [
    'a number in responses gets a smaller format',
    (api) => (schemas(api).Pet.properties.length.format = 'int32'),
  ],
  ['a field of responses becomes required', (api) => schemas(api).Pet.required.push('weight')],
  ['a field of responses is no longer nullable', (api) => delete schemas(api).Pet.properties.note.nullable],
  ['a new error status', (api) => (operation(api, 'get').responses[503] = { description: 'Away' })],
  ['an error status is removed', (api) => delete operation(api, 'get').responses[404]],
  [
    'a new event type',
    (api) =>
      Object.assign(schemas(api), {
        Fed: { type: 'object', properties: { type: { type: 'string', enum: ['fed'] } } },
        AnyEvent: {
          oneOf: [...schemas(api).AnyEvent.oneOf, { $ref: '#/components/schemas/Fed' }],
          discriminator: {
            propertyName: 'type',
            mapping: { ...schemas(api).AnyEvent.discriminator.mapping, fed: '#/components/schemas/Fed' },
          },
        },
      }),
  ],
  ['an unused schema is added', (api) => (schemas(api).Unused = { type: 'string' })],
];

function changed(change: (api: Api) => void): string[] {
  const after = pets();
  change(after);
  const digests = [pets(), after].map((api) => JSON.parse(digestText(api as never)));
  const found = breakingChanges(digests[0], digests[1]);
  // The accepted document is stored as a digest, which must reveal the same breaking changes.
  expect(found).toEqual(breakingChanges(pets(), after));
  return found;
}

it.each(broken)('detects a breaking change: %s', (_, change) => {
  expect(changed(change)).not.toEqual([]);
});

it.each(harmless)('accepts a compatible change: %s', (_, change) => {
  expect(changed(change)).toEqual([]);
});

it('reports a change once, with the first operation that it affects', () => {
  expect(changed((api) => delete schemas(api).Pet.properties.weight)).toEqual([
    'GET /pets: data.[].weight (received): properties removed',
    'POST /pets: weight (received): properties removed',
  ]);
});
