import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  const { body } = await owner.call('GET', '/roles?limit=100');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const read = (permission: string, ...scopes: string[]) => ({ permission, scopes });
let counter = 0;
const newRole = async (...permissions: object[]) => {
  counter += 1;
  const { body } = await owner.call('POST', '/roles', {
    code: `role_${counter}`,
    name: `Role ${counter}`,
    permissions,
  });
  return body;
};
const fields = (answer: { body: { details?: { fieldErrors: object } } }) =>
  Object.keys(answer.body.details?.fieldErrors ?? {});

describe('PUT /roles/:id/permissions', () => {
  it('takes effect on the next request of the users, and is audited', async () => {
    const role = await newRole(read('task:read', 'own'));
    const user = await service.newUser(owner, [role.code]);
    const permissions = [read('task:read', 'org'), read('team:read', 'org')];
    expect((await user.call('GET', '/teams')).status).toBe(403);
    const { result, events, audit, outbox } = await recorded(() =>
      owner.call('PUT', `/roles/${role.id}/permissions`, { permissions }),
    );
    expect([result.status, result.body.permissions]).toEqual([200, permissions]);
    expect([events, outbox]).toEqual([[`role.permissions_changed ${role.id}`], 1]);
    expect(audit).toMatchObject([
      {
        action: 'permissions_changed',
        before: { permissions: { 'task:read': ['own'] } },
        after: { permissions: { 'task:read': ['org'], 'team:read': ['org'] } },
      },
    ]);
    expect((await user.call('GET', '/teams')).status).toBe(200);
    expect(Date.parse(result.body.updated_at)).toBeGreaterThan(Date.parse(role.updated_at));
  });

  it.each([
    [[read('ghost:read', 'org')], 'permissions'],
    [[read('audit_log:read', 'own')], 'permissions'],
    [[read('task:read', 'org'), read('task:read', 'own')], 'permissions'],
  ])('rejects %j with 422', async (permissions, field) => {
    const role = await newRole();
    const { result, ...left } = await recorded(() =>
      owner.call('PUT', `/roles/${role.id}/permissions`, { permissions }),
    );
    expect([result.status, fields(result)]).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });
});

describe('built-in roles', () => {
  it.each([
    ['PATCH', '', { name: 'Boss' }],
    ['PATCH', '', { description: 'Bosses' }],
    ['PUT', '/permissions', { permissions: [] }],
    ['DELETE', '', undefined],
  ])('cannot be changed: %s %s %j', async (method, path, body) => {
    const { result, ...left } = await recorded(() =>
      owner.call(method, `/roles/${roles.viewer}${path}`, body),
    );
    expect([result.status, fields(result)]).toEqual([422, ['is_builtin']]);
    expect(left).toEqual(nothing);
  });

  it('can be cloned with their current permissions', async () => {
    const body = { code: 'my_manager', name: 'My manager' };
    const { result, events, audit } = await recorded(() =>
      owner.call('POST', `/roles/${roles.manager}/clone`, body),
    );
    expect([result.status, events, audit.length]).toEqual([201, [`role.post_create ${result.body.id}`], 1]);
    const source = await owner.call('GET', `/roles/${roles.manager}`);
    expect(result.body).toMatchObject({ ...body, is_builtin: false, permissions: source.body.permissions });
    const again = await owner.call('POST', `/roles/${roles.viewer}/clone`, body);
    expect([again.status, fields(again)]).toEqual([422, ['code']]);
    await owner.call('DELETE', `/roles/${result.body.id}`);
    const copy = { code: 'my_copy', name: 'My copy' };
    expect((await owner.call('POST', `/roles/${result.body.id}/clone`, copy)).status).toBe(404);
  });
});

describe('PATCH /roles/:id', () => {
  it('changes only name and description', async () => {
    const role = await newRole(read('task:read', 'org'));
    const { result, events, audit } = await recorded(() =>
      owner.call('PATCH', `/roles/${role.id}`, { name: 'Renamed', description: 'Described' }),
    );
    expect(result.body).toMatchObject({
      name: 'Renamed',
      description: 'Described',
      permissions: role.permissions,
    });
    expect(events).toEqual([`role.post_update ${role.id}`]);
    expect(audit).toMatchObject([{ before: { name: role.name }, after: { name: 'Renamed' } }]);
    for (const body of [{ code: 'other' }, { is_builtin: true }, { org_id: 1 }, { permissions: [] }]) {
      const answer = await owner.call('PATCH', `/roles/${role.id}`, body);
      expect([answer.status, fields(answer)]).toEqual([422, Object.keys(body)]);
    }
  });

  it('replaces the default role, of which there is exactly one', async () => {
    const marked = async () =>
      (await owner.call('GET', '/roles?limit=100')).body.data.filter(
        (role: { is_default: boolean }) => role.is_default,
      );
    const [first, second] = [await newRole(), await newRole()];
    const { result, events } = await recorded(() =>
      owner.call('PATCH', `/roles/${first.id}`, { is_default: true }),
    );
    expect([result.status, result.body.is_default]).toEqual([200, true]);
    expect(events).toEqual([`role.post_update ${roles.employee}`, `role.post_update ${first.id}`]);

    const unset = await owner.call('PATCH', `/roles/${first.id}`, { is_default: false });
    expect([unset.status, fields(unset)]).toEqual([422, ['is_default']]);
    const ownership = await owner.call('PATCH', `/roles/${roles.owner}`, { is_default: true });
    expect([ownership.status, fields(ownership)]).toEqual([422, ['is_default']]);
    const used = await owner.call('DELETE', `/roles/${first.id}`);
    expect([used.status, fields(used)]).toEqual([422, ['is_default']]);

    const rush = [first.id, second.id, roles.viewer, roles.employee].map((id) =>
      owner.call('PATCH', `/roles/${id}`, { is_default: true }),
    );
    expect((await Promise.all(rush)).map((one) => one.status)).toEqual([200, 200, 200, 200]);
    expect(await marked()).toHaveLength(1);
    await owner.call('PATCH', `/roles/${roles.employee}`, { is_default: true });
  });

  it('writes nothing if the role is, or is not, the default already', async () => {
    for (const [id, is_default] of [
      [roles.employee, true],
      [roles.viewer, false],
    ] as const) {
      const { result, ...left } = await recorded(() => owner.call('PATCH', `/roles/${id}`, { is_default }));
      expect([result.status, result.body.is_default, left]).toEqual([200, is_default, nothing]);
    }
  });
});

describe('a deleted role', () => {
  it('gives no permission, can be replaced, and is restored without its grants', async () => {
    const role = await newRole(read('team:read', 'org'));
    const user = await service.newUser(owner, [role.code]);
    const alone = await owner.call('DELETE', `/roles/${role.id}`);
    expect([alone.status, alone.body.details.fieldErrors]).toEqual([
      422,
      { reassign_to: ['Required: the role has 1 grant'] },
    ]);
    const { result, events } = await recorded(() =>
      owner.call('DELETE', `/roles/${role.id}?reassign_to=${roles.auditor}`),
    );
    const [archived, created] = ['grant.post_archive', 'grant.post_create'].map((type) =>
      events.find((event) => event.startsWith(type)),
    );
    expect([result.status, events]).toEqual([204, [archived, created, `role.post_archive ${role.id}`]]);
    expect((await user.call('GET', '/audit-log')).status).toBe(200);
    expect((await owner.call('GET', `/roles/${role.id}`)).status).toBe(404);

    const back = await recorded(() => owner.call('POST', `/roles/${role.id}/restore`));
    expect([back.result.status, back.result.body.permissions]).toEqual([200, role.permissions]);
    expect(back.audit).toMatchObject([{ action: 'restore' }]);
    const twice = await owner.call('POST', `/roles/${role.id}/restore`);
    expect([twice.status, fields(twice)]).toEqual([422, ['id']]);
    const { body } = await owner.call('GET', `/grants?role_id=${role.id}`);
    expect(body.total).toBe(0);
  });

  it('passes its grants on with team and period, once per user', async () => {
    const role = await newRole(read('task:read', 'org'));
    const team = (await owner.call('POST', '/teams', { name: `Team ${role.code}` })).body.id;
    const ends_at = '2099-01-01T00:00:00.000Z';
    const [one, two] = [
      await service.newUser(owner, [role.code]),
      await service.newUser(owner, ['viewer', role.code]),
    ];
    const narrow = { user_id: one.user.id, role_id: role.id, scope: 'team', team_id: team, ends_at };
    await owner.call('POST', '/grants', narrow);
    expect((await owner.call('DELETE', `/roles/${role.id}?reassign_to=${roles.viewer}`)).status).toBe(204);
    const heldBy = async (user: Client) =>
      (await owner.call('GET', `/grants?user_id=${user.user.id}&role_id=${roles.viewer}`)).body.data;
    expect(await heldBy(one)).toMatchObject([
      { scope: 'role', team_id: null },
      { scope: 'team', team_id: team, ends_at },
    ]);
    expect(await heldBy(two)).toHaveLength(1);
  });

  it('passes a grant on unless the user has the same one in force', async () => {
    const role = await newRole(read('task:read', 'org'));
    const grantViewer = async (user: Client, more: object): Promise<number> =>
      (await owner.call('POST', '/grants', { user_id: user.user.id, role_id: roles.viewer, ...more })).body
        .id;
    const users = await Promise.all([1, 2, 3].map(() => service.newUser(owner, [role.code, 'auditor'])));
    const [narrow, former, expired] = users as [Client, Client, Client];
    const own = await grantViewer(narrow, { scope: 'own' });
    await owner.call('DELETE', `/grants/${await grantViewer(former, {})}`);
    const used = await owner.call('DELETE', `/roles/${role.id}`);
    expect(used.body.details.fieldErrors).toEqual({ reassign_to: ['Required: the role has 3 grants'] });
    const over = await grantViewer(expired, { ends_at: '2099-01-01T00:00:00Z' });
    await executeOperational(
      service.platform,
      sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${over} returning id`,
    );
    expect((await owner.call('DELETE', `/roles/${role.id}?reassign_to=${roles.viewer}`)).status).toBe(204);
    const held = await Promise.all(
      users.map(({ user }) => owner.call('GET', `/grants?user_id=${user.id}&role_id=${roles.viewer}`)),
    );
    const lasting = { id: expect.any(Number), scope: 'role', ends_at: null };
    expect(held.map(({ body }) => body.data)).toMatchObject([
      [{ id: own, scope: 'own' }, lasting],
      [lasting],
      [lasting],
    ]);
  });

  it('passes on the grants of each team', async () => {
    const role = await newRole(read('task:read', 'org'));
    const user = await service.newUser(owner, ['auditor']);
    const [north, south] = await Promise.all(
      ['North', 'South'].map(
        async (name) => (await owner.call('POST', '/teams', { name: `${name} ${role.code}` })).body.id,
      ),
    );
    for (const [role_id, team_id] of [
      [roles.viewer, north],
      [role.id, north],
      [role.id, south],
    ] as const)
      await owner.call('POST', '/grants', { user_id: user.user.id, role_id, scope: 'team', team_id });
    expect((await owner.call('DELETE', `/roles/${role.id}?reassign_to=${roles.viewer}`)).status).toBe(204);
    const { body } = await owner.call('GET', `/grants?user_id=${user.user.id}&role_id=${roles.viewer}`);
    expect(body.data).toMatchObject([{ team_id: north }, { team_id: south }]);
  });

  it('rejects a replacement that does not exist, is the same role or does not support the restrictions', async () => {
    const role = await newRole(read('task:read', 'org'));
    const whole = await newRole(read('audit_log:read', 'org'));
    const user = await service.newUser(owner, ['viewer']);
    await owner.call('POST', '/grants', { user_id: user.user.id, role_id: role.id, scope: 'own' });
    const stranger = await service.newOrganization();
    const theirs = (await stranger.call('GET', '/roles')).body.data[0].id;
    const deleted = await newRole(read('task:read', 'org'));
    await owner.call('DELETE', `/roles/${deleted.id}`);
    for (const target of [role.id, whole.id, deleted.id, theirs, 2_147_483_647]) {
      const { result, ...left } = await recorded(() =>
        owner.call('DELETE', `/roles/${role.id}?reassign_to=${target}`),
      );
      expect([target, result.status, fields(result)]).toEqual([target, 422, ['reassign_to']]);
      expect(left).toEqual(nothing);
    }
  });
});
