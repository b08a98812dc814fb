import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const { data } = (await owner.call('GET', '/roles?limit=100')).body;
  roles = Object.fromEntries(data.map(({ code, id }: { code: string; id: number }) => [code, id]));
});

const listed = (map: Record<string, string[]>) =>
  Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
async function newRole(code: string, map: Record<string, string[]>): Promise<number> {
  const body = { code, name: code, permissions: listed(map) };
  return (await owner.call('POST', '/roles', body)).body.id;
}
async function keyOf(by: Client): Promise<Client> {
  const { body } = await by.call('POST', '/api-keys', { name: 'Key' });
  return createTestClient(service.url, { access_token: body.key, user: by.user });
}
const defaultRole = async () =>
  (await owner.call('GET', '/roles?limit=100')).body.data.find(
    (role: { is_default: boolean }) => role.is_default,
  ).code;

/** Expects 403 with the reason, and only the audit entry of the denied call. */
async function expectForbidden(reason: string, act: () => ReturnType<Client['call']>) {
  const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, act);
  // Only a missing permission is named.
  const { permission = 'role:create', ...body } = result.body as { permission?: string };
  const denial = expect.stringMatching(/^(?:authority|permission|row_scope|session)$/);
  expect([result.status, body]).toEqual([403, { error: expect.stringContaining(reason), reason: denial }]);
  expect(permission).toMatch(/^\w+:\w+$/);
  expect([events, outbox, audit.map((entry) => entry.event_id)]).toEqual([[], 0, [null]]);
}

describe('an API key with all permissions of its user', () => {
  it('cannot make a role the default, which all new users would get', async () => {
    const key = await keyOf(await service.newUser(owner, ['admin']));
    await expectForbidden('An API key cannot', () =>
      key.call('PATCH', `/roles/${roles.admin}`, { is_default: true }),
    );
    expect(await defaultRole()).toBe('employee');
    const role = await newRole('plain', { 'task:read': ['org'] });
    expect((await key.call('PATCH', `/roles/${role}`, { name: 'Renamed' })).status).toBe(200);
  });

  it('cannot replace the permissions of a role', async () => {
    const key = await keyOf(await service.newUser(owner, ['admin']));
    const held = await newRole('held', { 'task:read': ['org'] });
    const permissions = listed({ 'grant:manage': ['org'] });
    await expectForbidden('An API key cannot', () =>
      key.call('PUT', `/roles/${held}/permissions`, { permissions }),
    );
    const { body } = await owner.call('GET', `/roles/${held}`);
    expect(body.permissions).toEqual(listed({ 'task:read': ['org'] }));
    expect((await key.call('POST', '/roles', { code: 'new', name: 'New', permissions })).status).toBe(201);
  });

  it('cannot restore a role', async () => {
    const key = await keyOf(await service.newUser(owner, ['admin']));
    const former = await newRole('former', { 'task:read': ['org'] });
    expect((await owner.call('DELETE', `/roles/${former}`)).status).toBe(204);
    await expectForbidden('An API key cannot', () => key.call('POST', `/roles/${former}/restore`));
    expect((await owner.call('POST', `/roles/${former}/restore`)).status).toBe(200);
  });
});

describe('making a role the default', () => {
  const needed = { 'role:read': ['org'], 'role:update': ['org'], 'audit_log:read': ['org'] };

  it('requires grant:create for all users', async () => {
    const role = await newRole('log_reader', { 'audit_log:read': ['org'] });
    await newRole('without', needed);
    await newRole('with_own', { ...needed, 'grant:create': ['own'] });
    await newRole('with_all', { ...needed, 'grant:create': ['org'] });
    for (const code of ['without', 'with_own']) {
      const user = await service.newUser(owner, [code]);
      await expectForbidden('Requires grant:create', () =>
        user.call('PATCH', `/roles/${role}`, { is_default: true }),
      );
    }
    expect(await defaultRole()).toBe('employee');
    const user = await service.newUser(owner, ['with_all']);
    expect((await user.call('PATCH', `/roles/${role}`, { is_default: true })).status).toBe(200);
    expect(await defaultRole()).toBe('log_reader');
  });

  it('requires role:update for all roles, because the former default role changes too', async () => {
    const own = { 'role:read': ['own'], 'role:update': ['own'], 'grant:create': ['org'] };
    const id = await newRole('own_roles', own);
    const user = await service.newUser(owner, ['own_roles']);
    expect((await user.call('PATCH', `/roles/${id}`, { name: 'Renamed' })).status).toBe(200);
    await expectForbidden('Requires role:update', () =>
      user.call('PATCH', `/roles/${id}`, { is_default: true }),
    );
    expect(await defaultRole()).toBe('employee');
  });
});

describe('a role that others have for a team', () => {
  const steward = {
    'role:manage': ['org'],
    'grant:manage': ['org'],
    'user:read': ['org'],
    'team:read': ['org'],
    'task:read': ['org'],
    'task:update': ['team'],
  };
  let by: Client;
  let held: number;
  let holder: Client;
  let team: number;
  beforeEach(async () => {
    await newRole('steward', steward);
    by = await service.newUser(owner, ['steward']);
    held = await newRole('held', { 'task:read': ['org'] });
    holder = await service.newUser(owner, []);
    team = (await owner.call('POST', '/teams', { name: 'Squad' })).body.id;
    await owner.call('POST', '/grants', {
      user_id: holder.user.id,
      role_id: held,
      scope: 'team',
      team_id: team,
    });
  });
  const permissions = listed({ 'task:read': ['org'], 'task:update': ['team'] });

  it('cannot be replaced by one whose scope team would mean a team that is not the own one', async () => {
    const wider = (await by.call('POST', '/roles', { code: 'wider', name: 'Wider', permissions })).body.id;
    const grant = { user_id: holder.user.id, role_id: wider, scope: 'team', team_id: team };
    await expectForbidden('task:update', () => by.call('POST', '/grants', grant));
    await expectForbidden('task:update', () => by.call('DELETE', `/roles/${held}?reassign_to=${wider}`));
    expect((await owner.call('DELETE', `/roles/${held}?reassign_to=${wider}`)).status).toBe(204);
  });

  it('cannot get a permission whose scope team would mean a team that is not the own one', async () => {
    const put = (client: Client) => client.call('PUT', `/roles/${held}/permissions`, { permissions });
    await expectForbidden('task:update', () => put(by));
    const above = (await owner.call('POST', '/teams', { name: 'Above' })).body.id;
    const role_id = await newRole('updater', { 'task:update': ['org'] });
    await owner.call('POST', '/grants', { user_id: by.user.id, role_id, scope: 'team', team_id: above });
    await expectForbidden('task:update', () => put(by));
    expect((await owner.call('POST', `/teams/${team}/move`, { parent_id: above })).status).toBe(200);
    expect((await put(by)).status).toBe(200);
  });
});
