import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await newRole('bare', {});
  await newRole('wide', { 'employee:manage': ['org'], 'task:read': ['org'] });
  await newRole('steward', {
    'role:manage': ['org'],
    'grant:manage': ['org'],
    'user:manage': ['org'],
    'task:read': ['org'],
    'task:update': ['own', 'team'],
  });
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
});
afterAll(() => service.stop());

const listed = (map: Record<string, string[]>) =>
  Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
async function newRole(code: string, map: Record<string, string[]>) {
  const { body } = await owner.call('POST', '/roles', { code, name: code, permissions: listed(map) });
  roles[code] = body.id;
  return body.id as number;
}
const holder = (...held: string[]) => service.newUser(owner, held);

/** An act that must be refused as beyond the caller, and leave nothing but the note of it. */
async function refused(act: () => Promise<{ status: number; body: unknown }>) {
  const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, act);
  expect([result.status, result.body]).toEqual([403, { error: expect.any(String) }]);
  expect([events, outbox, audit.map((entry) => entry.event_id)]).toEqual([[], 0, [null]]);
}

describe('an administrator', () => {
  it.each(['owner', 'hr', 'wide'])('neither clones, grants, nor hands out %s', async (code) => {
    const admin = await holder('admin');
    const id = roles[code];
    await refused(() => admin.call('POST', `/roles/${id}/clone`, { code: `my_${code}`, name: 'Mine' }));
    await refused(() => admin.call('POST', '/grants', { user_id: admin.user.id, role_id: id }));
    const person = { email: `${code}@example.test`, first_name: 'P', last_name: 'P', role_ids: [id] };
    await refused(() => admin.call('POST', '/users', person));
    if (code !== 'wide') return;
    await refused(() => admin.call('PATCH', `/roles/${id}`, { name: 'Harmless' }));
    await refused(() => admin.call('PATCH', `/roles/${id}`, { is_default: true }));
    await refused(() => admin.call('PUT', `/roles/${id}/permissions`, { permissions: [] }));
    await refused(() => admin.call('DELETE', `/roles/${id}`));
  });

  it('does not move people to a wider role by deleting theirs', async () => {
    const admin = await holder('admin');
    const small = await newRole('small', { 'task:read': ['org'] });
    await holder('small');
    for (const code of ['owner', 'hr', 'wide']) {
      await refused(() => admin.call('DELETE', `/roles/${small}?reassign_to=${roles[code]}`));
    }
    expect((await admin.call('DELETE', `/roles/${small}?reassign_to=${roles.viewer}`)).status).toBe(204);
  });

  it('does not make the default role wider than their own', async () => {
    const admin = await holder('admin');
    await refused(() => admin.call('PATCH', `/roles/${roles.hr}`, { is_default: true }));
    expect((await admin.call('PATCH', `/roles/${roles.viewer}`, { is_default: true })).status).toBe(200);
    expect((await admin.call('PATCH', `/roles/${roles.employee}`, { is_default: true })).status).toBe(200);
  });
});

describe('somebody whose only source is a role', () => {
  it('does not widen it, in no direction', async () => {
    const steward = await holder('steward');
    const held = {
      'role:manage': ['org'],
      'grant:manage': ['org'],
      'user:manage': ['org'],
      'task:read': ['org'],
      'task:update': ['own', 'team'],
    };
    const wider: Record<string, string[]>[] = [
      { 'task:update': ['org'] },
      { 'task:update': ['own', 'reports'] },
      { 'task:create': ['own'] },
      { 'task:manage': ['own'] },
      { 'audit_log:read': ['org'] },
    ];
    for (const more of wider) {
      const permissions = listed({ ...held, ...more });
      await refused(() => steward.call('PUT', `/roles/${roles.steward}/permissions`, { permissions }));
      await refused(() => steward.call('POST', '/roles', { code: 'mine', name: 'Mine', permissions }));
    }
    const narrower = listed({ ...held, 'task:update': ['own'] });
    const path = `/roles/${roles.steward}/permissions`;
    expect((await steward.call('PUT', path, { permissions: narrower })).status).toBe(200);
    await refused(() => steward.call('PUT', path, { permissions: listed(held) }));
    expect((await owner.call('PUT', path, { permissions: listed(held) })).status).toBe(200);
  });

  it('reaches with `own` the roles they hold and no other', async () => {
    const permissions = { 'role:read': ['org'], 'role:manage': ['own'] };
    const id = await newRole('tinkerer', permissions);
    const user = await holder('tinkerer');
    const put = (role: number | undefined) =>
      user.call('PUT', `/roles/${role}/permissions`, { permissions: listed(permissions) });
    await refused(() => put(roles.bare));
    expect((await put(id)).status).toBe(200);
    await refused(() => user.call('POST', '/roles', { code: 'fresh', name: 'Fresh' }));
  });
});

describe('rights over one team', () => {
  it('count for that team and those below, when given on', async () => {
    const team = async (name: string, parent_id?: number): Promise<number> =>
      (await owner.call('POST', '/teams', { name, ...(parent_id ? { parent_id } : {}) })).body.id;
    const sales = await team('Sales');
    const [north, kitchen] = [await team('North', sales), await team('Kitchen')];
    const reader = await newRole('task_reader', { 'task:read': ['org'] });
    await newRole('granter', { 'grant:manage': ['org'], 'role:read': ['org'] });
    const user = await holder('granter');
    const grant = { user_id: user.user.id, role_id: reader, scope: 'team', team_id: sales };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    const other = (await holder('bare')).user.id;
    const give = (more: object) =>
      user.call('POST', '/grants', { user_id: other, role_id: reader, scope: 'team', ...more });
    await refused(() => give({ scope: 'role' }));
    await refused(() => give({ scope: 'own' }));
    await refused(() => give({ team_id: kitchen }));
    expect((await give({ team_id: north })).status).toBe(201);
    expect((await give({ team_id: sales })).status).toBe(201);
    await owner.call('PATCH', `/teams/${north}`, { parent_id: kitchen });
    const third = (await holder('bare')).user.id;
    await refused(() => give({ team_id: north, user_id: third }));
  });
});

describe('an API key', () => {
  const keyOf = async (by: Client, permissions: string[]): Promise<Client> => {
    const { body } = await by.call('POST', '/api-keys', { name: 'Key', permissions });
    return createTestClient(service.url, { access_token: body.key, user: by.user });
  };

  it('makes no grants, by no way', async () => {
    const key = await keyOf(owner, []);
    await refused(() => key.call('POST', '/grants', { user_id: owner.user.id, role_id: roles.viewer }));
    const person = { email: 'keyed@example.test', first_name: 'K', last_name: 'K' };
    await refused(() => key.call('POST', '/users', { ...person, role_ids: [roles.viewer] }));
    const used = await newRole('used', {});
    await holder('used');
    await refused(() => key.call('DELETE', `/roles/${used}?reassign_to=${roles.viewer}`));
  });

  it('puts nothing into a role that it was not given itself', async () => {
    const key = await keyOf(owner, ['role:read', 'role:create', 'role:manage', 'task:read']);
    const make = (code: string, map: Record<string, string[]>) =>
      key.call('POST', '/roles', { code, name: code, permissions: listed(map) });
    await refused(() => make('keyed', { 'task:create': ['own'] }));
    await refused(() => make('keyed', { 'task:manage': ['own'] }));
    await refused(() => key.call('POST', `/roles/${roles.viewer}/clone`, { code: 'keyed', name: 'Keyed' }));
    const made = await make('keyed', { 'task:read': ['org'] });
    expect(made.status).toBe(201);
    const path = `/roles/${made.body.id}/permissions`;
    await refused(() => key.call('PUT', path, { permissions: listed({ 'task:update': ['own'] }) }));
  });
});

describe('rights that are held until a time', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const stewardFor = async (minutes: number) => {
    const user = await holder('bare');
    const grant = { user_id: user.user.id, role_id: roles.steward, ends_at: inMinutes(minutes) };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    return user;
  };

  it('are given until then, and not for longer', async () => {
    const steward = await stewardFor(60);
    const { body: mine } = await steward.call('POST', `/roles/${roles.steward}/clone`, {
      code: 'kept',
      name: 'Kept',
    });
    const grant = { user_id: steward.user.id, role_id: mine.id };
    await refused(() => steward.call('POST', '/grants', grant));
    await refused(() => steward.call('POST', '/grants', { ...grant, ends_at: inMinutes(61) }));
    const person = { email: 'kept@example.test', first_name: 'P', last_name: 'P', role_ids: [mine.id] };
    await refused(() => steward.call('POST', '/users', person));
    expect((await steward.call('POST', '/grants', { ...grant, ends_at: inMinutes(59) })).status).toBe(201);
  });

  it('go into no role that others hold, nor into what new users get', async () => {
    const steward = await stewardFor(60);
    const id = await newRole('held_by_others', { 'task:read': ['org'] });
    await holder('held_by_others');
    const permissions = listed({ 'task:read': ['org'], 'user:read': ['org'] });
    await refused(() => steward.call('PUT', `/roles/${id}/permissions`, { permissions }));
    await refused(() => steward.call('PATCH', `/roles/${id}`, { is_default: true }));
    const to = await newRole('moved_to', { 'task:read': ['org'], 'user:read': ['org'] });
    await refused(() => steward.call('DELETE', `/roles/${id}?reassign_to=${to}`));
    const lasting = await holder('steward');
    expect((await lasting.call('PUT', `/roles/${id}/permissions`, { permissions })).status).toBe(200);
  });
});
