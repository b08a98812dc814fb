import { Prisma } from '@wfp/shared/db';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxPreferenceBytes } from './preferences.contract.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let user: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());
beforeEach(async () => {
  user = await service.newUser(owner, []);
});

const path = '/users/me/preferences';
const patch = (values: object, headers = {}, by = user) => by.call('PATCH', path, { values }, headers);
const valuesOf = async (by: Client) => (await by.call('GET', path)).body.values;
const recorded = <Result>(run: () => Promise<Result>) => recordedBy(service, owner.user.org_id, run);
const storedRows = () =>
  service.rows(
    sql`select id from user_preferences where org_id = ${user.user.org_id} and id = ${user.user.id}`,
  );

it('are set and removed by key, by a user without roles', async () => {
  expect(await valuesOf(user)).toEqual({});
  await patch({ theme: 'dark', 'board.columns': { todo: { width: 200, note: null } }, flags: [1, null] });
  const { status, body } = await patch({ theme: null, density: 'compact' });
  const values = {
    'board.columns': { todo: { width: 200, note: null } },
    flags: [1, null],
    density: 'compact',
  };
  expect([status, body.values]).toEqual([200, values]);
  expect(await valuesOf(user)).toEqual(values);
  expect(await valuesOf(owner)).toEqual({});
});

it('are recorded without keys and values, and only the user sees the event', async () => {
  const { result, events, audit } = await recorded(() => patch({ secret_plan: 'leave' }));
  expect(result.status).toBe(200);
  expect(events).toEqual([`user.preferences_changed ${user.user.id}`]);
  expect(audit).toHaveLength(1);
  const query = `resource=user&record_id=${user.user.id}&action=change_preferences`;
  const { body } = await owner.call('GET', `/audit-log?${query}`);
  expect(body.data).toHaveLength(1);
  expect(JSON.stringify(body.data)).not.toMatch(/secret_plan|leave/);
  const seen = async (by: Client) =>
    (await by.call('GET', '/events?event_type=user.preferences_changed')).body.data;
  const viewer = await service.newUser(owner, ['viewer']);
  await patch({ theme: 'dark' }, {}, viewer);
  expect((await seen(viewer)).map((one: any) => one.aggregate_id)).toEqual([viewer.user.id]);
  expect(await seen(owner)).toEqual([]);
  expect(JSON.stringify(await seen(viewer))).not.toContain('theme');
});

it('record and store nothing if nothing changes', async () => {
  const { result, ...first } = await recorded(() => patch({ theme: null }));
  expect([result.status, result.body.values, first]).toMatchObject([200, {}, nothing]);
  expect(await storedRows()).toEqual([]);
  await patch({ theme: 'dark', list: [1, 2] });
  const { result: second, ...left } = await recorded(() =>
    patch({ theme: 'dark', gone: null, list: [1, 2] }),
  );
  expect([second.body.values, left]).toMatchObject([{ theme: 'dark', list: [1, 2] }, nothing]);
});

it('keep concurrent changes of different keys', async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `key_${index}`);
  const responses = await Promise.all(keys.map((key) => patch({ [key]: key })));
  expect(responses.map(({ status }) => status)).toEqual(keys.map(() => 200));
  expect(await valuesOf(user)).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
});

it('are recorded once for concurrent first changes with the same values', async () => {
  const { result, events } = await recorded(() => Promise.all([1, 2, 3].map(() => patch({ theme: 'dark' }))));
  expect(result.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(events).toEqual([`user.preferences_changed ${user.user.id}`]);
});

it('have a version from the start, which If-Match compares', async () => {
  const tag = async () => (await user.call('GET', path)).headers.get('etag') ?? '';
  const first = await tag();
  expect((await user.call('GET', path, undefined, { 'if-none-match': first })).status).toBe(304);
  expect((await patch({ theme: 'dark' }, { 'if-match': first })).status).toBe(200);
  const { result, ...left } = await recorded(() => patch({ theme: 'light' }, { 'if-match': first }));
  expect([result.status, left]).toMatchObject([412, nothing]);
  expect((await patch({ theme: 'light' }, { 'if-match': await tag() })).status).toBe(200);
});

it('have at most 32 KiB in all', async () => {
  const half = 'x'.repeat(maxPreferenceBytes / 2 - 20);
  expect((await patch({ one: half })).status).toBe(200);
  const { result, ...left } = await recorded(() => patch({ two: `${half}${'x'.repeat(40)}` }));
  expect([result.status, result.body.details.fieldErrors]).toEqual([
    422,
    { values: ['Must have at most 32 KiB in all, with the keys that exist'] },
  ]);
  expect(left).toMatchObject(nothing);
  expect((await patch({ two: half })).status).toBe(200);
  // Replacing a value counts only the new one.
  expect((await patch({ two: 'é'.repeat(8_000) })).status).toBe(200);
  const { status } = await patch({ two: 'é'.repeat(8_300) });
  expect(status).toBe(422);
});

it.each([
  ['Theme', 'values.Theme'],
  ['a'.repeat(65), `values.${'a'.repeat(65)}`],
  ['', 'values.'],
  ['1st', 'values.1st'],
])('reject the key %j', async (key, field) => {
  const { result, ...left } = await recorded(() => patch({ [key]: 1 }));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toMatchObject(nothing);
});

it('reject more than 200 keys in a request', async () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`key_${index}`, 1]));
  const { status, body } = await patch(many);
  expect([status, body.details.fieldErrors]).toEqual([422, { values: ['Must have at most 200 keys'] }]);
});

it('are changed by an API key only with user:update, like the account', async () => {
  const employee = await service.newUser(owner, ['employee']);
  const keyWith = async (...permissions: string[]) => {
    const { body } = await employee.call('POST', '/api-keys', { name: permissions.join(), permissions });
    return createTestClient(service.url, { access_token: body.key, user: employee.user });
  };
  const narrow = await keyWith('task:read');
  const { result, ...left } = await recorded(() => patch({ theme: 'dark' }, {}, narrow));
  expect([result.status, result.body.permission, left.events]).toEqual([403, 'user:update', []]);
  expect((await patch({ theme: 'dark' }, {}, await keyWith('user:update'))).status).toBe(200);
  expect(await valuesOf(narrow)).toEqual({ theme: 'dark' });
});

it('can be set while the organization is read-only', async () => {
  const closing = await service.newOrganization();
  const confirm = (await closing.call('GET', '/users/me')).body.org_slug;
  await closing.call('POST', '/organizations/current/close', { password: testPassword, confirm });
  const { status } = await closing.call('POST', '/teams', { name: 'Gardeners' });
  expect([status, (await patch({ theme: 'dark' }, {}, closing)).status]).toEqual([403, 200]);
});

it('are erased with the user', async () => {
  await patch({ theme: 'dark' });
  expect(await storedRows()).toHaveLength(1);
  await owner.call('POST', `/users/${user.user.id}/deactivate`, {});
  const { status } = await owner.call('POST', `/users/${user.user.id}/erase`, { confirm: user.user.email });
  expect([status, await storedRows()]).toEqual([200, []]);
});
