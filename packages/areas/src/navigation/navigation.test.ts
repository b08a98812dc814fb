import { systemClock } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findList } from './badges/badge-lists.ts';
import { badgeSeconds } from './badges/badges.service.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

interface Entry {
  key: string;
  badge: { count: number; is_exact: boolean } | null;
  target: string | null;
  children: Entry[];
}

const menuOf = async (by: Client, query = ''): Promise<Entry[]> =>
  (await by.call('GET', `/navigation${query}`)).body.data;
const flatten = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children)]);
const keysOf = async (by: Client, query = '') => flatten(await menuOf(by, query)).map(({ key }) => key);
const find = async (by: Client, key: string) => flatten(await menuOf(by)).find((entry) => entry.key === key);
const add = (item: object) => owner.call('POST', '/navigation-items', { label: 'Item', ...item });
const grant = async (user: Client, code: string) => {
  const { data } = (await owner.call('GET', '/roles?is_builtin=true')).body;
  const { id } = data.find((one: any) => one.code === code);
  return owner.call('POST', '/grants', { user_id: user.user.id, role_id: id });
};
const childrenOf = async (by: Client, key: string) => (await find(by, key))?.children.map((one) => one.key);

describe('the default menu', () => {
  it('has an entry for every resource with a list, for an owner', async () => {
    const { data } = (await owner.call('GET', '/platform/resources')).body;
    const targets = new Set(flatten(await menuOf(owner)).map(({ target }) => target));
    const listed = data
      .map((one: any) => one.code)
      .filter((code: string) => findList(service.platform, code) && !targets.has(code));
    expect(targets.size).toBeGreaterThan(25);
    expect(listed).toEqual([]);
  });

  it('groups entries below headings without a target', async () => {
    const menu = await menuOf(owner);
    expect(menu.map(({ key, target }) => [key, target])).toEqual([
      ['work', null],
      ['people', null],
      ['company', null],
      ['activity', null],
      ['administration', null],
    ]);
    expect(menu[1]?.children[0]).toEqual({
      ...{ key: 'employees', label: 'Employees', icon: 'users', badge: null, children: [] },
      ...{ target_kind: 'resource', target: 'employee', is_pinned: false, is_hidden: false },
    });
  });

  it('has only entries that the caller may open', async () => {
    const viewer = await service.newUser(owner, ['viewer']);
    const keys = await keysOf(viewer);
    expect(keys).toContain('tasks');
    for (const hidden of ['audit-log', 'api-keys', 'grants', 'webhooks']) expect(keys).not.toContain(hidden);
  });
});

it('omits a heading without entries that the caller may open', async () => {
  await add({ key: 'secret' });
  await add({ key: 'log', parent_key: 'secret', target_kind: 'resource', target: 'audit_log' });
  const viewer = await service.newUser(owner, ['viewer']);
  expect(await childrenOf(owner, 'secret')).toEqual(['log']);
  expect(await keysOf(viewer)).not.toContain('secret');
});

it('omits a heading whose only entry is hidden by the user or by the organization', async () => {
  await add({ key: 'tools' });
  const wiki = { key: 'wiki', parent_key: 'tools', target_kind: 'url', target: 'https://wiki.example.com/' };
  const { id } = (await add(wiki)).body;
  const user = await service.newUser(owner, ['employee']);
  await user.call('PATCH', '/navigation/me', { hidden: ['wiki'] });
  expect([await childrenOf(owner, 'tools'), await childrenOf(user, 'tools')]).toEqual([['wiki'], undefined]);
  expect(await keysOf(user, '?hidden=true')).toEqual(expect.arrayContaining(['tools', 'wiki']));
  await owner.call('PATCH', `/navigation-items/${id}`, { is_hidden: true });
  expect(await keysOf(owner)).not.toContain('tools');
  expect(await keysOf(user, '?hidden=true')).not.toContain('tools');
});

it('shows an entry that the caller may not open as a heading of those below it', async () => {
  await add({ key: 'log', target_kind: 'resource', target: 'audit_log' });
  await add({ key: 'help', parent_key: 'log', target_kind: 'url', target: 'https://help.example.com/' });
  const viewer = await service.newUser(owner, ['viewer']);
  expect(await find(viewer, 'log')).toMatchObject({ target_kind: null, target: null });
  expect(await childrenOf(viewer, 'log')).toEqual(['help']);
  expect(await find(owner, 'log')).toMatchObject({ target_kind: 'resource', target: 'audit_log' });
});

it('requires the permission and the feature of an item', async () => {
  const url = { target_kind: 'url', target: 'https://reports.example.com/' };
  await add({ key: 'reports', ...url, required_permission: 'audit_log:read' });
  await add({ key: 'labels', ...url, required_feature: 'restrict_labels' });
  const viewer = await service.newUser(owner, ['viewer']);
  expect(await keysOf(viewer)).not.toContain('reports');
  expect(await keysOf(owner)).toContain('reports');
  expect(await keysOf(owner)).not.toContain('labels');
  await owner.call('PATCH', '/organizations/current/settings', { features: { restrict_labels: true } });
  expect(await keysOf(viewer)).toContain('labels');
});

it('has another entity tag after a grant is revoked, and the same one while nothing changes', async () => {
  const user = await service.newUser(owner, ['auditor']);
  const before = await user.call('GET', '/navigation');
  expect(before.headers.get('etag')).toBe((await user.call('GET', '/navigation')).headers.get('etag'));
  const { data } = (await owner.call('GET', `/grants?user_id=${user.user.id}`)).body;
  await grant(user, 'viewer');
  await owner.call('DELETE', `/grants/${data[0].id}`);
  const after = await user.call('GET', '/navigation');
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(flatten(after.body.data).map(({ key }) => key)).not.toContain('audit-log');
});

describe('preferences', () => {
  it('hide, pin and order entries of the user only, with an event', async () => {
    const user = await service.newUser(owner, ['employee']);
    const sent = { hidden: ['teams'], pinned: ['tasks'], order: ['people', 'positions', 'employees'] };
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      user.call('PATCH', '/navigation/me', sent),
    );
    expect([result.status, result.body]).toMatchObject([200, sent]);
    expect(events).toEqual([`user.navigation_changed ${user.user.id}`]);
    expect(audit).toHaveLength(1);
    const menu = await menuOf(user);
    expect(menu[0]?.children.map(({ key }) => key)).toEqual(['positions', 'employees']);
    expect(
      flatten(menu)
        .filter((one: any) => one.is_pinned)
        .map(({ key }) => key),
    ).toEqual(['tasks']);
    expect(await keysOf(user, '?hidden=true')).toContain('teams');
    expect(await keysOf(owner)).toContain('teams');
    expect((await user.call('GET', '/navigation/me')).body).toEqual(result.body);
  });

  it('are visible to the user only, and erased with the user', async () => {
    const user = await service.newUser(owner, ['employee']);
    await user.call('PATCH', '/navigation/me', { hidden: ['teams'] });
    const seen = async (by: Client) =>
      (await by.call('GET', '/events?event_type=user.navigation_changed')).body.data.length;
    expect([await seen(user), await seen(owner)]).toEqual([1, 0]);
    const stored = () =>
      service.rows(
        sql`select user_id from navigation_preferences where org_id = ${owner.user.org_id} and user_id = ${user.user.id}`,
      );
    expect(await stored()).toHaveLength(1);
    await owner.call('POST', `/users/${user.user.id}/deactivate`, {});
    const erased = await owner.call('POST', `/users/${user.user.id}/erase`, { confirm: user.user.email });
    expect([erased.status, await stored()]).toEqual([200, []]);
  });

  it('record nothing if nothing changes, and keep lists that are not sent', async () => {
    const change = (body: object) =>
      recordedBy(service, owner.user.org_id, () => owner.call('PATCH', '/navigation/me', body));
    expect((await change({ hidden: [] })).events).toEqual([]);
    await change({ hidden: ['teams'], pinned: ['tasks'] });
    expect((await change({ hidden: ['teams'] })).events).toEqual([]);
    const { result, events } = await change({ hidden: [] });
    expect([result.body, events.length]).toMatchObject([{ hidden: [], pinned: ['tasks'] }, 1]);
  });

  it('keep the keys of items that are deleted', async () => {
    const { id } = (await add({ key: 'wiki', target_kind: 'url', target: 'https://wiki.example.com/' })).body;
    await owner.call('PATCH', '/navigation/me', { pinned: ['wiki'], hidden: ['gone'] });
    await owner.call('DELETE', `/navigation-items/${id}`);
    expect((await owner.call('GET', '/navigation/me')).body).toMatchObject({
      pinned: ['wiki'],
      hidden: ['gone'],
    });
    expect(await keysOf(owner)).not.toContain('wiki');
    await owner.call('POST', `/navigation-items/${id}/restore`);
    expect(await find(owner, 'wiki')).toMatchObject({ is_pinned: true });
  });

  it.each([[{ hidden: ['teams', 'teams'] }], [{ hidden: ['Teams'] }], [{ hidden: Array(501).fill('a') }]])(
    'reject %j',
    async (body) => {
      const { status, body: error } = await owner.call('PATCH', '/navigation/me', body);
      expect([status, Object.keys(error.details.fieldErrors)[0]?.split('.')[0]]).toEqual([422, 'hidden']);
    },
  );
});

describe('badges', () => {
  it('count what the caller sees', async () => {
    await add({
      ...{ key: 'mine', target_kind: 'resource', target: 'task' },
      badge_query: { resource: 'task', filter: { assigned_to_me: true } },
    });
    const employee = await service.newUser(owner, ['employee']);
    await owner.call('POST', '/tasks', { title: 'A', assigned_to: employee.user.id });
    await owner.call('POST', '/tasks', { title: 'B', assigned_to: employee.user.id });
    expect(await find(employee, 'mine')).toMatchObject({ badge: { count: 2, is_exact: true } });
    expect(await find(owner, 'mine')).toMatchObject({ badge: { count: 0, is_exact: true } });
  });

  it('are counted again when they are 30 seconds old', async () => {
    await add({
      key: 'all',
      target_kind: 'resource',
      target: 'task',
      badge_query: { resource: 'task', filter: {} },
    });
    const begun = Date.now();
    const clock = vi.spyOn(systemClock, 'now');
    const countAfter = async (seconds: number) => {
      clock.mockImplementation(() => new Date(begun + seconds * 1_000));
      return (await find(owner, 'all'))?.badge?.count;
    };
    try {
      expect(await countAfter(0)).toBe(0);
      await owner.call('POST', '/tasks', { title: 'A' });
      expect([await countAfter(badgeSeconds - 1), await countAfter(badgeSeconds)]).toEqual([0, 1]);
    } finally {
      clock.mockRestore();
    }
  });

  it('are counted again with other grants, and not shown without permission to read the list', async () => {
    await add({
      ...{ key: 'help', target_kind: 'url', target: 'https://help.example.com/' },
      badge_query: { resource: 'grant', filter: {} },
    });
    const user = await service.newUser(owner, ['viewer']);
    expect(await find(user, 'help')).toMatchObject({ badge: null });
    await grant(user, 'auditor');
    expect((await find(user, 'help'))?.badge?.count).toBeGreaterThan(0);
  });

  it('are null for lists that also require another permission, which the caller lacks', async () => {
    await add({
      ...{ key: 'rooms', target_kind: 'route', target: '/rooms' },
      badge_query: { resource: 'place_booking', filter: {} },
    });
    const permissions = [{ permission: 'place_booking:read', scopes: ['org'] }];
    await owner.call('POST', '/roles', { code: 'reader', name: 'Reader', permissions });
    const reader = await service.newUser(owner, ['reader']);
    expect(await find(reader, 'rooms')).toMatchObject({ badge: null });
    expect(await find(owner, 'rooms')).toMatchObject({ badge: { count: 0, is_exact: true } });
  });
});
