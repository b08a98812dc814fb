import { expect, it } from 'vitest';
import { z } from 'zod';
import { Color, Flag, Id, IdParams, ListOf, LongId, named, Paging, Timestamp } from '../contract/index.ts';
import { endpoint } from '../endpoint/declare-endpoint.ts';
import { defineArea, type Endpoint, publicEndpoint } from '../endpoint/endpoint.ts';
import { defineEvents } from '../endpoint/events/event-type.ts';
import { createOpenApiDocument, listServers } from './document.ts';

const handler = () => undefined;
const Size = named('PetSize', z.enum(['small', 'large']));
const Owner = named('PetOwner', z.object({ name: z.string() }));
const Pet = z.object({
  id: Id,
  name: z.string(),
  size: Size.nullable(),
  owner: Owner.nullable(),
  born_at: Timestamp.nullable(),
  log_id: LongId,
  created_at: Timestamp,
});
const CreatePet = z.strictObject({
  name: z.string().trim().min(1).max(20),
  size: Size.nullable().optional(),
  is_tame: z.boolean().default(true),
  weight: z.number().positive().optional(),
});

const pets: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/pets',
    summary: 'List pets',
    can: 'pet:read',
    query: z.strictObject({ ...Paging, tame: Flag.optional(), size: Size.optional() }),
    returns: { 200: ListOf(Pet) },
    handler,
  }),
  endpoint({
    method: 'post',
    path: '/pets',
    summary: 'Create a pet',
    can: 'pet:create',
    body: CreatePet,
    returns: { 201: Pet },
    emits: ['pet.post_create'],
    handler,
  }),
  endpoint({
    method: 'delete',
    path: '/pets/:id',
    summary: 'Delete a pet',
    can: 'pet:archive',
    params: IdParams,
    returns: { 204: null },
    handler,
  }),
];
const events = defineEvents(
  { aggregate: 'pet', record: 'the pet' },
  { 'pet.post_create': 'A pet was created.' },
);

const documentOf = (...more: Endpoint[]) =>
  createOpenApiDocument(
    [defineArea({ name: 'pets', about: 'Animals.', endpoints: [...pets, ...more], events })],
    listServers('http://x', 3001),
  );
const schemas = () => documentOf().components.schemas;

const read = (path: string, returns: z.ZodType, other: Partial<Endpoint> = {}) =>
  publicEndpoint({
    method: 'get',
    path,
    summary: 'Read',
    returns: { 200: returns },
    handler,
    ...other,
  } as never);

it('names operations and schemas after their path', () => {
  const { paths } = documentOf();
  expect(paths['/pets']?.get?.operationId).toBe('listPets');
  expect(paths['/pets']?.post?.operationId).toBe('createPet');
  expect(paths['/pets/{id}']?.delete?.operationId).toBe('deletePet');
  expect(Object.keys(schemas())).toEqual(expect.arrayContaining(['Pet', 'PetList', 'PetCreate', 'PetSize']));
});

it('expresses null and bounds as OpenAPI 3.0.3 does', () => {
  expect(schemas().Pet?.properties).toMatchObject({
    id: { type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647, readOnly: true },
    log_id: { type: 'integer', format: 'int64', minimum: 1 },
    size: { type: 'string', nullable: true, enum: ['small', 'large', null] },
    owner: { anyOf: [{ $ref: '#/components/schemas/PetOwner' }, { nullable: true, enum: [null] }] },
    born_at: { type: 'string', format: 'date-time', nullable: true },
  });
  expect(schemas().Pet?.properties?.born_at).not.toHaveProperty('pattern');
  expect(schemas().PetCreate?.properties?.weight).toMatchObject({ minimum: 0, exclusiveMinimum: true });
  expect(JSON.stringify(documentOf())).not.toMatch(/"\$defs"|"const"|"type":\[|"prefixItems"|"\$id"/);
});

it('leaves responses open, closes bodies, and does not require fields with defaults', () => {
  expect(schemas().Pet).not.toHaveProperty('additionalProperties');
  expect(schemas().PetCreate).toMatchObject({
    additionalProperties: false,
    required: ['name'],
    properties: { is_tame: { default: true }, name: { minLength: 1, maxLength: 20 } },
  });
});

it('describes query parameters by their parsed type', () => {
  const parameters = documentOf().paths['/pets']?.get?.parameters ?? [];
  const byName = Object.fromEntries(
    parameters.flatMap((one) => ('name' in one ? [[one.name, one.schema]] : [])),
  );
  expect(byName.limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 25 });
  expect(byName.offset).toMatchObject({ type: 'integer', minimum: 0, maximum: 999_999_999, default: 0 });
  expect(byName.tame).toEqual({ type: 'boolean' });
  expect(byName.size).toEqual({ $ref: '#/components/schemas/PetSize' });
});

it('shares a parameter that three operations have in the same form, with a number if there are several forms', () => {
  const list = (path: string, query: Record<string, z.ZodType>) =>
    read(path, ListOf(Owner), { query: z.strictObject(query) });
  const { paths, components } = documentOf(
    list('/cats', { ...Paging, kind: Color, breed: z.string() }),
    list('/dogs', { ...Paging, kind: Color, breed: z.string().max(5) }),
    list('/cows', { ...Paging, kind: Color, breed: z.string().max(5) }),
    list('/hens', { kind: Color.optional(), breed: z.string().max(5) }),
    list('/bees', { breed: z.string() }),
    list('/bats', { breed: z.string() }),
  );
  const namesAt = (path: string) =>
    paths[path]?.get?.parameters?.map((one) => ('name' in one ? one.name : one.$ref));
  const shared = (name: string) => `#/components/parameters/${name}`;
  const conditional = shared('IfNoneMatch');
  expect(namesAt('/cats')).toEqual([
    shared('limit'),
    shared('offset'),
    shared('after'),
    shared('total'),
    shared('ids'),
    shared('kind'),
    shared('breed'),
    conditional,
  ]);
  expect(namesAt('/hens')).toEqual(['kind', shared('breed2'), conditional]);
  expect(components.parameters.kind).toMatchObject({ name: 'kind', in: 'query', required: true });
  expect(components.parameters.breed).toMatchObject({ name: 'breed', schema: { type: 'string' } });
  expect(components.parameters.breed2).toMatchObject({ name: 'breed', schema: { maxLength: 5 } });
});

it('shares one response without a body', () => {
  const { paths, components } = documentOf();
  expect(paths['/pets/{id}']?.delete?.responses['204']).toEqual({ $ref: '#/components/responses/NoContent' });
  expect(Object.keys(components.responses.NoContent?.headers ?? {})).toEqual([
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
  ]);
});

it('lists the error responses that follow from the declaration', () => {
  const { paths } = documentOf(read('/health', z.object({ ok: z.boolean() })));
  const of = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
  expect(of('/health', 'get')).toEqual(['200', '304', '422', '429', 'default']);
  expect(of('/pets', 'get')).toEqual(['200', '304', '401', '403', '422', '429', '503', 'default']);
  expect(of('/pets', 'post')).toEqual([
    '201',
    '401',
    '403',
    '409',
    '410',
    '413',
    '422',
    '429',
    '503',
    'default',
  ]);
  expect(of('/pets/{id}', 'delete')).toEqual([
    '204',
    '401',
    '403',
    '404',
    '412',
    '422',
    '429',
    '503',
    'default',
  ]);
  const login = read('/login', z.object({}), { fails: ['unauthenticated'] });
  expect(Object.keys(documentOf(login).paths['/login']?.get?.responses ?? {})).toContain('401');
});

it('starts the description of an operation with its details', () => {
  const { paths } = documentOf(read('/health', z.object({}), { details: 'Responds within a second.' }));
  expect(paths['/health']?.get).toMatchObject({
    summary: 'Read',
    description: 'Responds within a second. Requires no credentials.',
  });
});

it('documents permission, events, and public operations', () => {
  const { paths } = documentOf(read('/health', z.object({ ok: z.boolean() })));
  expect(paths['/pets']?.post).toMatchObject({
    'x-permission': 'pet:create',
    'x-events': ['pet.post_create'],
  });
  expect(paths['/pets']?.post).not.toHaveProperty('security');
  expect(paths['/health']?.get).toMatchObject({ security: [] });
});

it('separates request and response schemas if they differ', () => {
  const Filter = named('PetFilter', z.object({ color: Color.default('#000000') }));
  const save = endpoint({
    method: 'post',
    path: '/pet-filters/save',
    summary: 'Save',
    can: 'signed-in',
    body: z.strictObject({ filter: Filter }),
    returns: { 200: z.object({ filter: Filter }) },
    handler,
  });
  const { schemas } = documentOf(save).components;
  expect([schemas.PetFilterInput?.required, schemas.PetFilter?.required]).toEqual([undefined, ['color']]);
  expect(schemas.SavePetFiltersRequest?.properties?.filter).toEqual({
    $ref: '#/components/schemas/PetFilterInput',
  });
});

it('rejects duplicate names and recursive schemas without a name', () => {
  expect(() => documentOf(read('/pets/:petId', Owner, { operationId: 'listPets' }))).toThrow('listPets');
  expect(() => documentOf(read('/other', named('Pet', z.object({}))))).toThrow('Pet');
  const Node = z.object({
    get children() {
      return z.array(Node);
    },
  });
  expect(() => documentOf(read('/nodes', z.object({ top: Node })))).toThrow('named()');
});

it('rejects an example that is not valid', () => {
  const body = z.strictObject({ from: z.string() }).refine(() => false, 'Never');
  const never = endpoint({
    method: 'post',
    path: '/never',
    summary: 'Never',
    can: 'signed-in',
    body,
    returns: { 204: null },
    handler,
  });
  expect(() => documentOf(never)).toThrow('is not valid');
});

it('includes references in an example only if it is not valid without them', () => {
  const post = (path: string, body: z.ZodType) =>
    endpoint({
      method: 'post',
      path,
      summary: 'Do',
      can: 'signed-in',
      body,
      returns: { 204: null },
      handler,
    });
  const { schemas } = documentOf(
    post('/toys', z.strictObject({ name: z.string(), pet_id: Id.optional(), expires_at: Timestamp })),
    post(
      '/toys/give',
      z.strictObject({ pet_id: Id.optional() }).refine((one) => one.pet_id, 'To whom?'),
    ),
  ).components;
  expect(Object.values(schemas).map(({ example }) => example)).toEqual(
    expect.arrayContaining([{ name: 'Platform', expires_at: '2031-03-14T09:26:53.589Z' }, { pet_id: 1 }]),
  );
});
