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
  ['an operation is gone', (api) => delete api.paths['/pets']?.post],
  ['a path is gone', (api) => delete api.paths['/pets']],
  ['an operation has another name', (api) => (operation(api, 'get').operationId = 'findPets')],
  ['a credential is needed', (api) => delete operation(api, 'get').security],
  ['a parameter is gone', (api) => operation(api, 'get').parameters.pop()],
  [
    'a parameter must be sent',
    (api) =>
      operation(api, 'get').parameters.push({
        name: 'q',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
  ],
  [
    'a parameter that was optional must be sent',
    (api) => (operation(api, 'get').parameters[0].required = true),
  ],
  [
    'a parameter of several operations may be less',
    (api) => (api.components.parameters.offset.schema.maximum = 10),
  ],
  [
    'a parameter of several operations becomes one of its own and may be less',
    (api) =>
      (operation(api, 'get').parameters[3] = {
        ...api.components.parameters.offset,
        schema: { type: 'integer', maximum: 10 },
      }),
  ],
  ['a parameter may be less', (api) => (operation(api, 'get').parameters[0].schema.maximum = 50)],
  [
    'a parameter takes a pattern that one of its values does not match',
    (api) => (operation(api, 'get').parameters[1].schema = { type: 'string', pattern: '^name(,name)*$' }),
  ],
  ['a body must be sent', (api) => (operation(api, 'post').requestBody.required = true)],
  ['a field must be sent', (api) => schemas(api).PetCreate.required.push('note')],
  [
    'a new field must be sent',
    (api) =>
      Object.assign(schemas(api).PetCreate, {
        properties: { ...schemas(api).PetCreate.properties, age: { type: 'integer' } },
        required: ['name', 'age'],
      }),
  ],
  ['a field can be sent no more', (api) => delete schemas(api).PetCreate.properties.note],
  ['a field may be shorter', (api) => (schemas(api).PetCreate.properties.name.maxLength = 10)],
  ['a field has a bound', (api) => (schemas(api).PetCreate.properties.note.maxLength = 10)],
  ['a value can be sent no more', (api) => schemas(api).PetCreate.properties.color.enum.pop()],
  ['a field is of another type', (api) => (schemas(api).PetCreate.properties.note.type = 'integer')],
  ['a field is shown no more', (api) => delete schemas(api).Pet.properties.weight],
  ['a field is shown in another type', (api) => (schemas(api).Pet.properties.id.type = 'string')],
  ['a number that is shown may be greater', (api) => (schemas(api).Pet.properties.legs.format = 'int64')],
  ['a number is shown without a format', (api) => delete schemas(api).Pet.properties.length.format],
  ['a field may be missing', (api) => schemas(api).Pet.required.pop()],
  ['a field may be null', (api) => (schemas(api).Pet.properties.id.nullable = true)],
  [
    'an answer has another status',
    (api) => (operation(api, 'post').responses = { 200: operation(api, 'post').responses[201] }),
  ],
  ['a header is gone', (api) => delete operation(api, 'get').responses[200].headers.ETag],
  [
    'a type of event is sent no more',
    (api) =>
      Object.assign(schemas(api).AnyEvent, {
        oneOf: [{ $ref: '#/components/schemas/Gone' }],
        discriminator: { propertyName: 'type', mapping: { gone: '#/components/schemas/Gone' } },
      }),
  ],
  ['a field of an event is gone', (api) => delete schemas(api).Born.properties.at],
];

const harmless: [string, (api: Api) => void][] = [
  ['nothing', () => undefined],
  ['a new operation', (api) => (api.paths['/dogs'] = api.paths['/pets'] ?? {})],
  ['no credential is needed', (api) => (operation(api, 'post').security = [])],
  ['other words', (api) => (operation(api, 'get').summary = 'All pets')],
  [
    'a parameter that may be left out',
    (api) => operation(api, 'get').parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'a parameter is described once for several operations',
    (api) => {
      api.components.parameters.limit = operation(api, 'get').parameters[0];
      operation(api, 'get').parameters[0] = { $ref: '#/components/parameters/limit' };
    },
  ],
  [
    'a parameter of several operations takes a pattern that all of its values match',
    (api) => {
      api.components.parameters.sort = {
        ...operation(api, 'get').parameters[1],
        schema: { type: 'string', pattern: '^-?name(,-?name)*$' },
      };
      operation(api, 'get').parameters[1] = { $ref: '#/components/parameters/sort' };
    },
  ],
  ['a parameter may be more', (api) => (operation(api, 'get').parameters[0].schema.maximum = 200)],
  [
    'a parameter takes a pattern that all of its values match',
    (api) => (operation(api, 'get').parameters[1].schema = { type: 'string', pattern: '^-?name(,-?name)*$' }),
  ],
  ['a field that may be left out', (api) => (schemas(api).PetCreate.properties.age = { type: 'integer' })],
  ['a field need not be sent', (api) => (schemas(api).PetCreate.required = [])],
  ['a field may be longer', (api) => (schemas(api).PetCreate.properties.name.maxLength = 40)],
  ['a field may be null when it is sent', (api) => (schemas(api).PetCreate.properties.note.nullable = true)],
  ['another value can be sent', (api) => schemas(api).PetCreate.properties.color.enum.push('green')],
  ['another field is shown', (api) => (schemas(api).Pet.properties.age = { type: 'integer' })],
  ['a number that is shown is smaller', (api) => (schemas(api).Pet.properties.length.format = 'int32')],
  ['a field is always shown', (api) => schemas(api).Pet.required.push('weight')],
  ['a field is never null', (api) => delete schemas(api).Pet.properties.note.nullable],
  ['a refusal that there was not', (api) => (operation(api, 'get').responses[503] = { description: 'Away' })],
  ['a refusal that there is no more', (api) => delete operation(api, 'get').responses[404]],
  [
    'another type of event',
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
  ['an unused schema is gone', (api) => (schemas(api).Unused = { type: 'string' })],
];

function changed(change: (api: Api) => void): string[] {
  const after = pets();
  change(after);
  const digests = [pets(), after].map((api) => JSON.parse(digestText(api as never)));
  const found = breakingChanges(digests[0], digests[1]);
  // The accepted description is kept as a digest: it must show every break that the whole shows.
  expect(found).toEqual(breakingChanges(pets(), after));
  return found;
}

it.each(broken)('breaks: %s', (_, change) => {
  expect(changed(change)).not.toEqual([]);
});

it.each(harmless)('breaks nobody: %s', (_, change) => {
  expect(changed(change)).toEqual([]);
});

it('says a thing once, with the first operation that it shows in', () => {
  expect(changed((api) => delete schemas(api).Pet.properties.weight)).toEqual([
    'GET /pets: data.[].weight as it is shown: properties removed',
    'POST /pets: weight as it is shown: properties removed',
  ]);
});
