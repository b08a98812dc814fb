import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

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
const setGrant = (id: number, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update grants set ${fields} where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
const userWithRoles = (...held: string[]) => service.newUser(owner, held);

/** Expects 403 and only the audit entry of the denied call. */
async function expectForbidden(act: () => ReturnType<Client['call']>) {
  const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, act);
  // Only a missing permission is named.
  const { permission = 'role:create', ...body } = result.body as { permission?: string };
  const reason = expect.stringMatching(/^(?:authority|permission|row_scope|session)$/);
  expect([result.status, body]).toEqual([403, { error: expect.any(String), reason }]);
  expect(permission).toMatch(/^\w+:\w+$/);
  expect([events, outbox, audit.map((entry) => entry.event_id)]).toEqual([[], 0, [null]]);
}

describe('an administrator', () => {
  it.each(['owner', 'hr', 'wide'])('cannot clone, grant or change %s', async (code) => {
    const admin = await userWithRoles('admin');
    const id = roles[code];
    await expectForbidden(() =>
      admin.call('POST', `/roles/${id}/clone`, { code: `my_${code}`, name: 'Mine' }),
    );
    await expectForbidden(() => admin.call('POST', '/grants', { user_id: admin.user.id, role_id: id }));
    const person = { email: `${code}@example.test`, first_name: 'P', last_name: 'P', role_ids: [id] };
    await expectForbidden(() => admin.call('POST', '/users', person));
    if (code !== 'wide') return;
    const former = await newRole('former', { 'employee:manage': ['org'] });
    await owner.call('DELETE', `/roles/${former}`);
    await expectForbidden(() => admin.call('POST', `/roles/${former}/restore`));
    await expectForbidden(() => admin.call('PATCH', `/roles/${id}`, { name: 'Harmless' }));
    await expectForbidden(() => admin.call('PATCH', `/roles/${id}`, { is_default: true }));
    await expectForbidden(() => admin.call('PUT', `/roles/${id}/permissions`, { permissions: [] }));
    await expectForbidden(() => admin.call('DELETE', `/roles/${id}`));
  });

  it('cannot move users to a wider role by deleting theirs', async () => {
    const admin = await userWithRoles('admin');
    const small = await newRole('small', { 'task:read': ['org'] });
    await userWithRoles('small');
    for (const code of ['owner', 'hr', 'wide']) {
      await expectForbidden(() => admin.call('DELETE', `/roles/${small}?reassign_to=${roles[code]}`));
    }
    expect((await admin.call('DELETE', `/roles/${small}?reassign_to=${roles.viewer}`)).status).toBe(204);
  });

  it('cannot make a role the default that is wider than their own', async () => {
    const admin = await userWithRoles('admin');
    await expectForbidden(() => admin.call('PATCH', `/roles/${roles.hr}`, { is_default: true }));
    expect((await admin.call('PATCH', `/roles/${roles.viewer}`, { is_default: true })).status).toBe(200);
    expect((await admin.call('PATCH', `/roles/${roles.employee}`, { is_default: true })).status).toBe(200);
  });
});

describe('a user with a single role', () => {
  it('cannot widen it', async () => {
    const steward = await userWithRoles('steward');
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
      await expectForbidden(() =>
        steward.call('PUT', `/roles/${roles.steward}/permissions`, { permissions }),
      );
      await expectForbidden(() =>
        steward.call('POST', '/roles', { code: 'mine', name: 'Mine', permissions }),
      );
    }
    const narrower = listed({ ...held, 'task:update': ['own'] });
    const path = `/roles/${roles.steward}/permissions`;
    expect((await steward.call('PUT', path, { permissions: narrower })).status).toBe(200);
    await expectForbidden(() => steward.call('PUT', path, { permissions: listed(held) }));
    expect((await owner.call('PUT', path, { permissions: listed(held) })).status).toBe(200);
  });

  it('can change only their own roles with the scope own', async () => {
    const permissions = { 'role:read': ['org'], 'role:manage': ['own'] };
    const id = await newRole('tinkerer', permissions);
    const user = await userWithRoles('tinkerer');
    const put = (role: number | undefined) =>
      user.call('PUT', `/roles/${role}/permissions`, { permissions: listed(permissions) });
    await expectForbidden(() => put(roles.bare));
    expect((await put(id)).status).toBe(200);
    await expectForbidden(() => user.call('POST', '/roles', { code: 'fresh', name: 'Fresh' }));
  });
});

describe('a user with grant:create or grant:archive on own grants only', () => {
  it.each(['grant:create', 'grant:archive'])('cannot pass on the grants of a role: %s', async (own) => {
    const other = own === 'grant:create' ? 'grant:archive' : 'grant:create';
    const code = `mover_${own.slice(6)}`;
    const map = { 'role:manage': ['org'], 'task:read': ['org'], [other]: ['org'], [own]: ['own'] };
    await newRole(code, map);
    const used = await newRole(`used_by_${code}`, { 'task:read': ['org'] });
    const to = await newRole(`after_${code}`, { 'task:read': ['org'] });
    await userWithRoles(`used_by_${code}`);
    const mover = await userWithRoles(code);
    await expectForbidden(() => mover.call('DELETE', `/roles/${used}?reassign_to=${to}`));
    const all = await owner.call('PUT', `/roles/${roles[code]}/permissions`, {
      permissions: listed({ ...map, [own]: ['org'] }),
    });
    expect(all.status).toBe(200);
    expect((await mover.call('DELETE', `/roles/${used}?reassign_to=${to}`)).status).toBe(204);
  });
});

describe('a permission of a grant that is not in force', () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  it.each(['future', 'archived', 'expired'])('cannot be given: %s', async (state) => {
    await newRole(`maker_${state}`, { 'role:manage': ['org'], 'task:read': ['own'] });
    const maker = await userWithRoles(`maker_${state}`);
    const period = state === 'future' ? { starts_at: minutes(60) } : { ends_at: minutes(60) };
    const grant = { user_id: maker.user.id, role_id: roles.viewer, ...period };
    const { id } = (await owner.call('POST', '/grants', grant)).body;
    const code = `made_in_${state}`;
    if (state === 'archived') await owner.call('DELETE', `/grants/${id}`);
    if (state === 'expired') await setGrant(id, sql`ends_at = now()`);
    const make = (scope: string) =>
      maker.call('POST', '/roles', { code, name: code, permissions: listed({ 'task:read': [scope] }) });
    await expectForbidden(() => make('org'));
    if (state === 'future') await setGrant(id, sql`starts_at = now()`);
    expect((await make(state === 'future' ? 'org' : 'own')).status).toBe(201);
  });
});

describe('rights over one team', () => {
  it('can be granted for the team and its subteams', async () => {
    const team = async (name: string, parent_id?: number): Promise<number> =>
      (await owner.call('POST', '/teams', { name, ...(parent_id ? { parent_id } : {}) })).body.id;
    const sales = await team('Sales');
    const [north, kitchen] = [await team('North', sales), await team('Kitchen')];
    const reader = await newRole('task_reader', { 'task:read': ['org'] });
    await newRole('granter', { 'grant:manage': ['org'], 'role:read': ['org'], 'team:read': ['org'] });
    const user = await userWithRoles('granter');
    const grant = { user_id: user.user.id, role_id: reader, scope: 'team', team_id: sales };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    const other = (await userWithRoles('bare')).user.id;
    const give = (more: object) =>
      user.call('POST', '/grants', { user_id: other, role_id: reader, scope: 'team', ...more });
    await expectForbidden(() => give({ scope: 'role' }));
    await expectForbidden(() => give({ scope: 'own' }));
    await expectForbidden(() => give({ team_id: kitchen }));
    expect((await give({ team_id: north })).status).toBe(201);
    expect((await give({ team_id: sales })).status).toBe(201);
    const grants = await owner.call('GET', `/grants?user_id=${other}&scope=team`);
    for (const { id } of grants.body.data)
      expect((await user.call('DELETE', `/grants/${id}`)).status).toBe(204);
    const elsewhere = { user_id: other, role_id: reader, scope: 'team', team_id: kitchen };
    const { id } = (await owner.call('POST', '/grants', elsewhere)).body;
    await expectForbidden(() => user.call('DELETE', `/grants/${id}`));
    await owner.call('PATCH', `/teams/${north}`, { parent_id: kitchen });
    const third = (await userWithRoles('bare')).user.id;
    await expectForbidden(() => give({ team_id: north, user_id: third }));
  });
});

describe('an API key', () => {
  const keyOf = async (by: Client, permissions: string[]): Promise<Client> => {
    const { body } = await by.call('POST', '/api-keys', { name: 'Key', permissions });
    return createTestClient(service.url, { access_token: body.key, user: by.user });
  };

  it('cannot create grants in any way', async () => {
    const key = await keyOf(owner, []);
    await expectForbidden(() =>
      key.call('POST', '/grants', { user_id: owner.user.id, role_id: roles.viewer }),
    );
    const person = { email: 'keyed@example.test', first_name: 'K', last_name: 'K' };
    await expectForbidden(() => key.call('POST', '/users', { ...person, role_ids: [roles.viewer] }));
    const used = await newRole('used', {});
    await userWithRoles('used');
    await expectForbidden(() => key.call('DELETE', `/roles/${used}?reassign_to=${roles.viewer}`));
  });

  it('cannot give a role a permission that the key lacks', async () => {
    const key = await keyOf(owner, ['role:read', 'role:create', 'role:manage', 'task:read']);
    const make = (code: string, map: Record<string, string[]>) =>
      key.call('POST', '/roles', { code, name: code, permissions: listed(map) });
    await expectForbidden(() => make('keyed', { 'task:create': ['own'] }));
    await expectForbidden(() => make('keyed', { 'task:manage': ['own'] }));
    await expectForbidden(() =>
      key.call('POST', `/roles/${roles.viewer}/clone`, { code: 'keyed', name: 'Keyed' }),
    );
    const made = await make('keyed', { 'task:read': ['org'] });
    expect(made.status).toBe(201);
    const path = `/roles/${made.body.id}/permissions`;
    await expectForbidden(() => key.call('PUT', path, { permissions: listed({ 'task:update': ['own'] }) }));
  });
});

describe('temporary rights', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const stewardFor = async (minutes: number) => {
    const user = await userWithRoles('bare');
    const grant = { user_id: user.user.id, role_id: roles.steward, ends_at: inMinutes(minutes) };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    return user;
  };

  it('can be granted until they end, and not longer', async () => {
    const steward = await stewardFor(60);
    const { body: mine } = await steward.call('POST', `/roles/${roles.steward}/clone`, {
      code: 'kept',
      name: 'Kept',
    });
    const grant = { user_id: steward.user.id, role_id: mine.id };
    await expectForbidden(() => steward.call('POST', '/grants', grant));
    await expectForbidden(() => steward.call('POST', '/grants', { ...grant, ends_at: inMinutes(61) }));
    const person = { email: 'kept@example.test', first_name: 'P', last_name: 'P', role_ids: [mine.id] };
    await expectForbidden(() => steward.call('POST', '/users', person));
    expect((await steward.call('POST', '/grants', { ...grant, ends_at: inMinutes(59) })).status).toBe(201);
  });

  it('cannot be restored as a role', async () => {
    const steward = await stewardFor(60);
    const former = await newRole('restorable', { 'task:read': ['org'] });
    await owner.call('DELETE', `/roles/${former}`);
    await expectForbidden(() => steward.call('POST', `/roles/${former}/restore`));
    expect((await owner.call('POST', `/roles/${former}/restore`)).status).toBe(200);
  });

  it('cannot be put into a role of other users or the default role', async () => {
    const steward = await stewardFor(60);
    const id = await newRole('held_by_others', { 'task:read': ['org'] });
    await userWithRoles('held_by_others');
    const permissions = listed({ 'task:read': ['org'], 'user:read': ['org'] });
    await expectForbidden(() => steward.call('PUT', `/roles/${id}/permissions`, { permissions }));
    await expectForbidden(() => steward.call('PATCH', `/roles/${id}`, { is_default: true }));
    const to = await newRole('moved_to', { 'task:read': ['org'], 'user:read': ['org'] });
    await expectForbidden(() => steward.call('DELETE', `/roles/${id}?reassign_to=${to}`));
    const lasting = await userWithRoles('steward');
    expect((await lasting.call('PUT', `/roles/${id}/permissions`, { permissions })).status).toBe(200);
  });
});
