import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCategoryFixtures } from './testing/category-fixtures.ts';

let service: TestService;
let owner: Client;
let fixtures: ReturnType<typeof createCategoryFixtures>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  fixtures = createCategoryFixtures(owner);
});

const recorded = (work: () => Promise<any>) => recordedBy(service, owner.user.org_id, work);
const post = (body: object, by = owner) =>
  by.call('POST', '/categories', { applies_to: 'initiative', name: 'Growth', code: 'growth', ...body });

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

it('creates, changes and archives a category, each with an event and an audit entry', async () => {
  const created = await recorded(() => post({ color: '#1f6feb' }));
  const { id } = created.result.body;
  expect(created.result).toMatchObject({
    status: 201,
    body: { applies_to: 'initiative', name: 'Growth', code: 'growth', parent_id: null, position: 0 },
  });
  expect(created.events).toEqual([`category.post_create ${id}`]);
  expect(created.audit).toMatchObject([
    { action: 'create', resource: 'category', after: { code: 'growth' } },
  ]);

  const path = `/categories/${id}`;
  const changed = await recorded(() => owner.call('PATCH', path, { name: 'Expansion' }));
  expect([changed.result.body.name, changed.events]).toEqual(['Expansion', [`category.post_update ${id}`]]);
  const archived = await recorded(() => owner.call('DELETE', path));
  expect([archived.result.status, archived.events]).toEqual([204, [`category.post_archive ${id}`]]);
  expect(archived.audit).toMatchObject([{ action: 'archive', resource: 'category', record_id: id }]);
});

describe('codes', () => {
  it('are unique regardless of case and of the use, and free after their category was archived', async () => {
    const { id } = (await post({})).body;
    const taken = { code: ['Is already taken'] };
    await expectRejected(() => post({ name: 'Other', code: 'GROWTH' }), taken);
    await expectRejected(() => post({ name: 'Other', applies_to: 'lead' }), taken);
    const other = (await post({ name: 'Other', code: 'other' })).body;
    await expectRejected(() => owner.call('PATCH', `/categories/${other.id}`, { code: 'Growth' }), taken);
    await owner.call('DELETE', `/categories/${id}`);
    expect((await post({ code: 'GROWTH' })).status).toBe(201);
    await expectRejected(() => owner.call('POST', `/categories/${id}/restore`), taken);
  });

  it('are taken by one of several concurrent requests', async () => {
    const responses = await Promise.all(
      ['Alpha', 'ALPHA', 'alpha'].map((code, index) => post({ name: `Name ${index}`, code })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });
});

describe('names', () => {
  it('are unique among the children of a category, and among the categories at the top of a use', async () => {
    const top = await fixtures.category('Growth');
    const below = await fixtures.category('Growth', { parent_id: top.id });
    expect(below.name).toBe('Growth');
    const taken = { name: ['Is already taken'] };
    await expectRejected(() => post({ code: 'x', name: 'GROWTH' }), taken);
    await expectRejected(() => post({ code: 'x', name: 'growth', parent_id: top.id }), taken);
    expect((await post({ code: 'x', applies_to: 'kudos' })).status).toBe(201);
    await expectRejected(
      () => owner.call('POST', `/categories/${below.id}/move`, { parent_id: null }),
      taken,
    );
  });
});

it.each(['workflow', 'survey', 'initiative', 'lead', 'pack', 'content_page', 'kudos'])(
  'accepts categories for %s',
  async (applies_to) => {
    expect((await post({ applies_to })).body.applies_to).toBe(applies_to);
  },
);

it.each([
  ['an unknown use', { applies_to: 'task' }, 'applies_to'],
  ['a missing use', { applies_to: undefined }, 'applies_to'],
  ['a code with a space', { code: 'a b' }, 'code'],
  ['an empty code', { code: '' }, 'code'],
  ['a code of 61 characters', { code: 'a'.repeat(61) }, 'code'],
  ['a name that is not a color', { color: 'red' }, 'color'],
  ['a position', { position: 1 }, 'position'],
])('rejects %s', async (_, body, field) => {
  const { result, ...left } = await recorded(() => post(body));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toMatchObject(nothing);
});

it('never changes the use of a category', async () => {
  const { id } = await fixtures.category('Growth');
  await expectRejected(() => owner.call('PATCH', `/categories/${id}`, { applies_to: 'lead' }), {
    applies_to: ['Is unknown or cannot be set'],
  });
});

it('orders siblings: reorder takes the ids of all of them, each once', async () => {
  const top = await fixtures.category('Top');
  const [a, b] = [
    await fixtures.category('A', { parent_id: top.id }),
    await fixtures.category('B', { parent_id: top.id }),
  ];
  const reorder = (ids: number[]) =>
    owner.call('POST', '/categories/reorder', { applies_to: 'initiative', parent_id: top.id, ids });
  const { result, events } = await recorded(() => reorder([b.id, a.id]));
  expect(result.body.data.map((one: any) => one.name)).toEqual(['B', 'A']);
  expect(events.sort()).toEqual([a, b].map(({ id }) => `category.post_update ${id}`).sort());
  for (const ids of [[b.id], [b.id, b.id], [b.id, a.id, top.id]])
    await expectRejected(() => reorder(ids), {
      ids: ['Must be the ids of all 2 records that are not deleted, each once'],
    });
});

it('lets every role read categories, and HR change them', async () => {
  const { id } = await fixtures.category('Growth');
  const path = `/categories/${id}`;
  const [hr, employee] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['employee'])];
  expect((await employee.call('GET', path)).status).toBe(200);
  expect((await employee.call('GET', '/categories/tree')).status).toBe(200);
  expect((await employee.call('PATCH', path, { name: 'Mine' })).status).toBe(403);
  expect((await employee.call('POST', `${path}/move`, { parent_id: null })).status).toBe(403);
  expect((await hr.call('PATCH', path, { name: 'Ours' })).body.name).toBe('Ours');
  expect((await hr.call('DELETE', path)).status).toBe(204);
  expect((await hr.call('POST', `${path}/restore`)).status).toBe(403);
});
