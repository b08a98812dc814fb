import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let steward: Client;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await newRole('other', {});
  // Reads all roles or only their own, and manages only their own.
  await newRole('steward', { 'role:read': ['org'], 'role:manage': ['own'], 'grant:manage': ['org'] });
  await newRole('blind', { 'role:create': ['org'], 'role:read': ['own'] });
  steward = await service.newUser(owner, ['steward']);
  const { body } = await owner.call('GET', '/roles?is_builtin=true');
  for (const role of body.data) roles[role.code] = role.id;
});
afterAll(() => service.stop());

async function newRole(code: string, map: Record<string, string[]>): Promise<number> {
  const permissions = Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
  const { status, body } = await owner.call('POST', '/roles', { code, name: code, permissions });
  expect([status, body.error]).toEqual([201, undefined]);
  roles[code] = body.id;
  return body.id;
}
const recorded = (work: () => ReturnType<Client['call']>) => recordedBy(service, owner.user.org_id, work);
const writes: [method: string, path: string, body: object][] = [
  ['PATCH', '', { name: 'Changed' }],
  ['PUT', '/permissions', { permissions: [] }],
  ['DELETE', '', {}],
  ['POST', '/clone', { code: 'cloned', name: 'Cloned' }],
  ['POST', '/restore', {}],
];
const write = (by: Client, id: number, [method, path, body]: (typeof writes)[number]) =>
  recorded(() => by.call(method, `/roles/${id}${path}`, method === 'DELETE' ? undefined : body));

describe('a role that does not exist', () => {
  it.each(writes)('is not found: %s /roles/:id%s', async (...request) => {
    const { result, ...left } = await write(owner, 2_147_483_647, request);
    expect([result.status, left]).toEqual([404, nothing]);
  });
});

describe('a deleted role', () => {
  it.each(writes.slice(0, 4))('cannot be changed or cloned: %s /roles/:id%s', async (...request) => {
    const id = await newRole(`deleted_${request[0].toLowerCase()}`, {});
    await owner.call('DELETE', `/roles/${id}`);
    const { result, ...left } = await write(owner, id, request);
    expect([result.status, left]).toEqual([404, nothing]);
  });

  it('is restored only with role:manage on it', async () => {
    const id = await newRole('lost', {});
    await owner.call('DELETE', `/roles/${id}`);
    const { result, ...left } = await write(steward, id, ['POST', '/restore', {}]);
    expect([result.status, left]).toEqual([404, nothing]);
    expect((await owner.call('POST', `/roles/${id}/restore`)).status).toBe(200);
  });
});

describe('a role that the caller may read but not manage', () => {
  it.each([
    ['PATCH', '', { name: 'Changed' }, 'update'],
    ['PUT', '/permissions', { permissions: [] }, 'manage'],
    ['DELETE', '', {}, 'archive'],
  ])('cannot be changed: %s /roles/:id%s', async (method, path, body, right) => {
    const { result, ...left } = await write(steward, roles.other ?? 0, [method, path, body]);
    expect(result.body).toEqual({
      error: `Requires role:${right} on this role`,
      reason: 'row_scope',
      permission: `role:${right}`,
    });
    expect([result.status, left]).toEqual([403, onlyDenial(right, 'role', roles.other)]);
  });
});

it('is not cloned with role:create on own roles only, since no user has a new role yet', async () => {
  await newRole('own_creator', { 'role:create': ['own'], 'role:read': ['org'] });
  const user = await service.newUser(owner, ['own_creator']);
  const request = ['POST', '/clone', { code: 'own_clone', name: 'Own' }] as (typeof writes)[number];
  const { result, ...left } = await write(user, roles.other ?? 0, request);
  expect(result.body).toEqual({
    error: 'Requires role:create for the whole organization',
    reason: 'row_scope',
    permission: 'role:create',
  });
  expect([result.status, left]).toEqual([403, onlyDenial('create', 'role', roles.other)]);
});

describe('a role that the caller may not read', () => {
  it('is not found by a clone', async () => {
    const blind = await service.newUser(owner, ['blind']);
    const request = ['POST', '/clone', { code: 'seen', name: 'Seen' }] as (typeof writes)[number];
    const { result, ...left } = await write(blind, roles.other ?? 0, request);
    expect([result.status, left]).toEqual([404, nothing]);
    expect((await write(blind, roles.blind ?? 0, request)).result.status).toBe(201);
  });

  it('is one that the caller no longer has', async () => {
    const user = await service.newUser(owner, ['employee', 'other']);
    const isVisible = async () => (await user.call('GET', `/roles/${roles.other}`)).status === 200;
    expect(await isVisible()).toBe(true);
    const path = `/grants?user_id=${user.user.id}&role_id=${roles.other}`;
    const [grant] = (await owner.call('GET', path)).body.data;
    expect((await owner.call('DELETE', `/grants/${grant.id}`)).status).toBe(204);
    expect(await isVisible()).toBe(false);
  });
});
