import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  const { body } = await owner.call('GET', '/roles?limit=100');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});
afterAll(() => service.stop());

const explain = async (user: Client, permission: string, record_id?: number, by = owner) => {
  const record = record_id === undefined ? '' : `&record_id=${record_id}`;
  return by.call('GET', `/permissions/explain?user_id=${user.user.id}&permission=${permission}${record}`);
};
const made = async (path: string, body: object): Promise<number> => {
  const answer = await owner.call('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const grant = (user: Client, role: string, more: object = {}) =>
  made('/grants', { user_id: user.user.id, role_id: roles[role], ...more });

describe('GET /permissions/explain', () => {
  it('returns every grant that gives the permission, with its scopes', async () => {
    const user = await service.newUser(owner, ['employee']);
    const team = await made('/teams', { name: 'Explained' });
    const id = await grant(user, 'manager', { scope: 'team', team_id: team });
    const { status, body } = await explain(user, 'task:update');
    expect(status).toBe(200);
    expect(body).toEqual({
      allowed: true,
      via: [
        expect.objectContaining({ role_code: 'employee', scope: 'role', scopes: ['own', 'team'] }),
        {
          grant_id: id,
          role_id: roles.manager,
          role_code: 'manager',
          scope: 'team',
          team_id: team,
          source: 'manual',
          scopes: ['team'],
        },
      ],
    });
  });

  it('returns the reason for a missing permission', async () => {
    const user = await service.newUser(owner, ['viewer']);
    expect((await explain(user, 'task:create')).body).toEqual({
      allowed: false,
      via: [],
      missing: 'No grant in force gives task:create',
    });
    await grant(user, 'employee', { starts_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await explain(user, 'task:create')).body.allowed).toBe(false);
    await executeOperational(
      service.platform,
      sql`update users set status = 'suspended' where org_id = ${user.user.org_id} and id = ${user.user.id} returning id`,
    );
    expect((await explain(user, 'task:read')).body).toMatchObject({
      allowed: false,
      missing: expect.stringContaining('suspended'),
    });
  });

  it('predicts whether a request for a record is allowed', async () => {
    const user = await service.newUser(owner, ['employee']);
    const mine = await made('/tasks', { title: 'Mine', assigned_to: user.user.id });
    const other = await made('/tasks', { title: 'Not mine' });
    for (const [id, status] of [
      [mine, 200],
      [other, 403],
      [2_147_483_647, 404],
    ] as const) {
      const { body } = await explain(user, 'task:update', id);
      expect([id, body.allowed, body.via.length]).toEqual([id, status === 200, 1]);
      expect(body.via[0].reaches_record).toBe(status === 200);
      expect((await user.call('PATCH', `/tasks/${id}`, { title: 'Changed' })).status).toBe(status);
    }
    const [theirGrant] = (await owner.call('GET', `/grants?user_id=${user.user.id}`)).body.data;
    expect((await explain(user, 'grant:read', theirGrant.id)).body.allowed).toBe(true);
    expect((await explain(user, 'role:read', roles.employee)).body.allowed).toBe(true);
    expect((await explain(user, 'role:read', roles.owner)).body.allowed).toBe(false);
    expect((await explain(owner, 'audit_log:read', 1)).body.allowed).toBe(true);
  });

  it('does not allow the private view of another user, for any role', async () => {
    const [author, other] = [
      await service.newUser(owner, ['employee']),
      await service.newUser(owner, ['owner']),
    ];
    const views = { private: true, org: false } as const;
    for (const [visibility, isPrivate] of Object.entries(views)) {
      const view = { name: `A ${visibility} view`, visibility, filter: {} };
      const { id } = (await author.call('POST', '/task-views', view)).body;
      for (const permission of ['task_view:read', 'task_view:update']) {
        const { body } = await explain(other, permission, id);
        expect([permission, body.allowed]).toEqual([permission, !isPrivate]);
        expect((await explain(author, permission, id, author)).body.allowed).toBe(true);
        // The owner cannot read it, so that it is reported like a missing one.
        expect((await explain(author, permission, id)).body.allowed).toBe(!isPrivate);
      }
      expect((await other.call('GET', `/task-views/${id}`)).status).toBe(isPrivate ? 404 : 200);
    }
  });

  it('explains their own permissions to users without grant:read, but not to their API keys', async () => {
    const viewer = await service.newUser(owner, ['viewer']);
    expect((await explain(viewer, 'task:create', undefined, viewer)).body).toMatchObject({ allowed: false });
    const read = (await explain(viewer, 'task:read', undefined, viewer)).body;
    expect([read.allowed, read.via[0].role_code]).toEqual([true, 'viewer']);
    const other = await explain(owner, 'task:create', undefined, viewer);
    expect([other.status, other.body.permission]).toEqual([403, 'grant:read']);
    const user = await service.newUser(owner, ['owner']);
    const { key } = (await user.call('POST', '/api-keys', { name: 'Key', permissions: ['task:read'] })).body;
    const client = createTestClient(service.url, { access_token: key, user: user.user });
    expect((await explain(user, 'task:create', undefined, client)).status).toBe(403);
  });

  it('rejects users whose grants the caller may not read, and users of other organizations', async () => {
    const employee = await service.newUser(owner, ['employee']);
    const stranger = await service.newOrganization();
    expect((await explain(employee, 'task:read', undefined, employee)).status).toBe(200);
    for (const user of [owner, stranger]) {
      const { status, body } = await explain(user, 'task:read', undefined, employee);
      expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['user_id']]);
    }
    expect((await employee.call('GET', `/users/${owner.user.id}/permissions`)).status).toBe(404);
    const unknown = await explain(owner, 'ghost:read');
    expect([unknown.status, Object.keys(unknown.body.details.fieldErrors)]).toEqual([422, ['permission']]);
  });
});

it('GET /users/:id/permissions returns the same as GET /users/me/permissions of the user', async () => {
  for (const role of ['manager', 'employee', 'auditor', 'bare']) {
    const user = await service.newUser(owner, [role]);
    const seen = await owner.call('GET', `/users/${user.user.id}/permissions`);
    expect(seen.body).toEqual((await user.call('GET', '/users/me/permissions')).body);
  }
});

describe('the registry', () => {
  it('describes every resource with its rights, scopes and fields', async () => {
    const { body } = await owner.call('GET', '/resources');
    const codes = body.data.map((one: { code: string }) => one.code);
    expect(codes.sort()).toEqual([...service.platform.access.resources.keys()].sort());
    const task = await owner.call('GET', '/resources/task');
    expect(task.body).toMatchObject({
      code: 'task',
      area: 'tasks',
      scopes: ['own', 'reports', 'team', 'org'],
    });
    expect(task.body.rights).toEqual(expect.arrayContaining(['read', 'create', 'update', 'archive']));
    const [row] = [await owner.call('GET', `/tasks/${await made('/tasks', { title: 'Fields' })}`)];
    expect(task.body.fields.sort()).toEqual(Object.keys(row.body).sort());
    expect((await owner.call('GET', '/resources/ghost')).status).toBe(404);
  });

  it('lists the rights', async () => {
    const { body } = await owner.call('GET', '/rights');
    expect(body.data.map((one: { code: string }) => one.code)).toContain('manage');
    expect(body.total).toBe(10);
  });
});
