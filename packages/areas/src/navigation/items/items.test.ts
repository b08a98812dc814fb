import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultMenuOf } from '../menu/default-menu.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const url = { target_kind: 'url', target: 'https://example.com/' };
const add = (item: object) => owner.call('POST', '/navigation-items', { label: 'Item', ...item });
const added = async (item: object): Promise<number> => (await add(item)).body.id;
const change = (id: number, item: object) => owner.call('PATCH', `/navigation-items/${id}`, item);

async function expectRejected(write: () => Promise<any>, field: string): Promise<void> {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, write);
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toMatchObject(nothing);
}

const findEntry = async (key: string) => {
  const flat = (entries: any[]): any[] => entries.flatMap((one) => [one, ...flat(one.children)]);
  return flat((await owner.call('GET', '/navigation')).body.data).find((one) => one.key === key);
};

describe('targets', () => {
  it.each([
    ['url', 'javascript:alert(1)'],
    ['url', 'http://example.com/'],
    ['url', 'https://user:secret@example.com/'],
    ['url', 'https://@example.com/'],
    ['url', 'https://:@example.com/'],
    ['url', '//example.com/'],
    ['url', ' https://example.com/'],
    ['route', '//example.com/'],
    ['route', '/a/../../b'],
    ['route', 'reports'],
    ['route', '/\\example.com'],
    ['resource', 'unknown'],
    ['resource', 'constructor'],
  ])('reject %s %j', (target_kind, target) =>
    expectRejected(() => add({ key: 'item', target_kind, target }), 'target'),
  );

  it.each([
    ['url', 'https://example.com/a?b=c#d'],
    ['url', 'https://example.com/@name?to=a@b'],
    ['route', '/reports?year=2026'],
    ['resource', 'task'],
  ])('accept %s %j', async (target_kind, target) => {
    expect((await add({ key: 'item', target_kind, target })).status).toBe(201);
    expect(await findEntry('item')).toMatchObject({ target_kind, target });
  });

  it('reject a kind without a target, a target without a kind, and a target of another kind', async () => {
    await expectRejected(() => add({ key: 'item', target_kind: 'url' }), 'target');
    await expectRejected(() => add({ key: 'item', target: 'https://example.com/' }), 'target_kind');
    const id = await added({ key: 'item', ...url });
    await expectRejected(() => change(id, { target_kind: 'route' }), 'target');
    await expectRejected(() => change(id, { target: null }), 'target');
  });
});

describe('entries of the default menu', () => {
  it('can be renamed, moved and hidden', async () => {
    const id = await added({ key: 'tasks', label: 'Work items', parent_key: 'company', position: 0 });
    const menu = (await owner.call('GET', '/navigation')).body.data;
    const company = menu.find((one: any) => one.key === 'company');
    expect(company.children[0]).toMatchObject({
      key: 'tasks',
      label: 'Work items',
      icon: 'square-check',
      target: 'task',
    });
    await change(id, { is_hidden: true });
    expect(await findEntry('tasks')).toBeUndefined();
    await owner.call('DELETE', `/navigation-items/${id}`);
    expect(await findEntry('tasks')).toMatchObject({ label: 'Tasks' });
  });

  it('keep their target and badge', async () => {
    await expectRejected(() => add({ key: 'tasks', ...url }), 'target_kind');
    const badge_query = { resource: 'task', filter: {} };
    await expectRejected(() => add({ key: 'tasks', badge_query }), 'badge_query');
  });

  it('can require a permission in addition', async () => {
    await add({ key: 'tasks', label: 'Tasks', required_permission: 'audit_log:read' });
    const viewer = await service.newUser(owner, ['viewer']);
    expect(JSON.stringify((await viewer.call('GET', '/navigation')).body)).not.toContain('"tasks"');
    expect(await findEntry('tasks')).toMatchObject({ target: 'task' });
  });
});

describe('places in the menu', () => {
  it('reject a parent that does not exist, cycles and a fourth level', async () => {
    await expectRejected(() => add({ key: 'item', parent_key: 'none' }), 'parent_key');
    await expectRejected(() => add({ key: 'item', parent_key: 'item' }), 'parent_key');
    const a = await added({ key: 'a' });
    await added({ key: 'b', parent_key: 'a', ...url });
    await added({ key: 'c', parent_key: 'b', ...url });
    await expectRejected(() => change(a, { parent_key: 'b' }), 'parent_key');
    await expectRejected(() => change(a, { parent_key: 'work' }), 'parent_key');
    await expectRejected(() => add({ key: 'd', parent_key: 'c' }), 'parent_key');
  });

  it('never form a cycle, with concurrent moves', async () => {
    const [a, b] = [await added({ key: 'a' }), await added({ key: 'b' })];
    const results = await Promise.all([change(a, { parent_key: 'b' }), change(b, { parent_key: 'a' })]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('prevent deleting an item with items below it', async () => {
    const id = await added({ key: 'a' });
    const below = await added({ key: 'b', parent_key: 'a', ...url });
    await expectRejected(() => owner.call('DELETE', `/navigation-items/${id}`), 'id');
    await owner.call('DELETE', `/navigation-items/${below}`);
    expect((await owner.call('DELETE', `/navigation-items/${id}`)).status).toBe(204);
    await expectRejected(() => owner.call('POST', `/navigation-items/${below}/restore`), 'parent_key');
  });

  it('are sorted by position, then by label', async () => {
    await add({ key: 'z', label: 'Alpha', ...url });
    await add({ key: 'y', label: 'Beta', ...url });
    await add({ key: 'x', label: 'Last', position: 15, ...url });
    const { data } = (await owner.call('GET', '/navigation')).body;
    expect(data.map((one: any) => one.key)).toEqual([
      ...['work', 'x', 'people', 'company', 'activity', 'administration', 'z', 'y'],
    ]);
  });
});

it.each([
  ['required_permission', { required_permission: 'task:fly' }],
  ['required_feature', { required_feature: 'constructor' }],
  ['badge_query.resource', { badge_query: { resource: 'holiday', filter: {} } }],
  ['badge_query.resource', { badge_query: { resource: 'audit_log', filter: {} } }],
  ['badge_query.filter.limit', { badge_query: { resource: 'task', filter: { limit: 1 } } }],
  ['badge_query.filter.colour', { badge_query: { resource: 'task', filter: { colour: 'red' } } }],
  ['badge_query.filter.status', { badge_query: { resource: 'task', filter: { status: 'lost' } } }],
  [
    'badge_query.filter.category_code',
    { badge_query: { resource: 'task', filter: { category_code: 'unknown_code' } } },
  ],
  ['key', { key: 'Time off' }],
])('names %s in the error', async (field, item) => {
  await expectRejected(() => add({ key: 'item', ...url, ...item }), field);
});

it('has at most 200 items, and 10 badges', async () => {
  const badge_query = { resource: 'task', filter: {} };
  const badges = defaultMenuOf(service.platform).filter((entry) => entry.badge_query).length;
  for (let n = badges; n < 10; n += 1)
    expect((await add({ key: `b${n}`, ...url, badge_query })).status).toBe(201);
  await expectRejected(() => add({ key: 'one-more', ...url, badge_query }), 'badge_query');
  await executeOperational(
    service.platform,
    Prisma.sql`insert into navigation_items (org_id, key, label)
      select ${owner.user.org_id}, 'item-' || n, 'Item' from generate_series(${10 - badges + 1}::int, 199) n returning id`,
  );
  expect((await add({ key: 'last', ...url })).status).toBe(201);
  await expectRejected(() => add({ key: 'beyond', ...url }), 'key');
});
