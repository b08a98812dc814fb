import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const listed = async (by = owner) => (await by.call('GET', '/roles?limit=100')).body.data;
const makeRole = (body: object, by = owner) =>
  by.call('POST', '/roles', { code: 'custom', name: 'Custom', ...body });
async function userWithRole(role_id: number): Promise<Client> {
  const user = await service.newUser(owner, ['bare']);
  const { status } = await owner.call('POST', '/grants', { user_id: user.user.id, role_id });
  expect(status).toBe(201);
  return user;
}

describe('built-in roles', () => {
  it('give viewer and auditor only read permissions', async () => {
    for (const role of (await listed()).filter((one: { code: string }) =>
      ['viewer', 'auditor'].includes(one.code),
    )) {
      // Own rows, such as files and exports, can be deleted.
      for (const { permission, scopes } of role.permissions)
        if (`${scopes}` === 'own') expect(permission).toMatch(/^(file|export|import):|:read$/);
        else expect(permission).toMatch(/:(read|export)$/);
    }
  });

  it('are visible to employees only if they have them', async () => {
    const employee = await service.newUser(owner, ['employee']);
    expect((await listed(employee)).map((role: { code: string }) => role.code)).toEqual(['employee']);
    const admin = (await listed()).find((role: { code: string }) => role.code === 'admin');
    expect((await employee.call('GET', `/roles/${admin.id}`)).status).toBe(404);
  });

  it('can be filtered in the list', async () => {
    await makeRole({ code: 'custom_listed' });
    const codes = async (is_builtin: boolean) =>
      (await owner.call('GET', `/roles?is_builtin=${is_builtin}`)).body.data.map(
        (role: { code: string }) => role.code,
      );
    expect(await codes(true)).toHaveLength(7);
    expect(await codes(false)).toContain('custom_listed');
  });
});

describe('POST /roles', () => {
  it('creates a role that gives only its permissions in their scopes', async () => {
    const permissions = [
      { permission: 'task:read', scopes: ['own'] },
      { permission: 'task:update', scopes: ['own', 'team'] },
    ];
    const { result, events, audit, outbox } = await recorded(() =>
      makeRole({ code: 'assistant', permissions, description: 'Helps' }),
    );
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      code: 'assistant',
      is_builtin: false,
      is_default: false,
      permissions,
    });
    expect([events, audit.length, outbox]).toEqual([[`role.post_create ${result.body.id}`], 1, 1]);
    expect((await owner.call('GET', `/roles/${result.body.id}`)).body.permissions).toEqual(permissions);

    const user = await userWithRole(result.body.id);
    const mine = (await owner.call('POST', '/tasks', { title: 'Mine', assigned_to: user.user.id })).body.id;
    await owner.call('POST', '/tasks', { title: 'Not mine' });
    const tasks = await user.call('GET', '/tasks');
    expect([tasks.body.total, tasks.body.data[0].id]).toEqual([1, mine]);
    expect((await user.call('PATCH', `/tasks/${mine}`, { title: 'Still mine' })).status).toBe(200);
    expect((await user.call('POST', '/tasks', { title: 'New' })).status).toBe(403);
    expect((await user.call('GET', '/users')).status).toBe(403);
  });

  it('treats manage as every right of its resource', async () => {
    const { body } = await makeRole({
      code: 'boss_of_tasks',
      permissions: [{ permission: 'task:manage', scopes: ['org'] }],
    });
    const user = await userWithRole(body.id);
    const task = await user.call('POST', '/tasks', { title: 'Managed' });
    expect(task.status).toBe(201);
    expect((await user.call('DELETE', `/tasks/${task.body.id}`)).status).toBe(204);
    expect((await user.call('GET', `/tasks/${task.body.id}/comments`)).status).toBe(403);
  });

  it('allows each code once per organization under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => makeRole({ code: 'wanted' })));
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422]);
    expect((await makeRole({ code: 'wanted' }, await service.newOrganization())).status).toBe(201);
  });

  it.each([
    [{ code: 'owner' }, 'code'],
    [{ code: 'Upper' }, 'code'],
    [{ code: '1st' }, 'code'],
    [{ is_builtin: true }, 'is_builtin'],
    [{ permissions: [{ permission: 'ghost:read', scopes: ['org'] }] }, 'permissions'],
    [{ permissions: [{ permission: 'ghost:manage', scopes: ['org'] }] }, 'permissions'],
    [{ permissions: [{ permission: 'task:fly', scopes: ['org'] }] }, 'permissions'],
    [{ permissions: [{ permission: 'audit_log:read', scopes: ['team'] }] }, 'permissions'],
    [{ permissions: [{ permission: 'user:read', scopes: ['reports'] }] }, 'permissions'],
    [{ permissions: [{ permission: 'task:read', scopes: [] }] }, 'permissions.0.scopes'],
    [{ permissions: [{ permission: 'task:read', scopes: ['all'] }] }, 'permissions.0.scopes.0'],
    [
      {
        code: 'twice',
        permissions: [
          { permission: 'task:read', scopes: ['org'] },
          { permission: 'task:read', scopes: ['own'] },
        ],
      },
      'permissions',
    ],
  ])('rejects %j with an error for %s', async (body, field) => {
    const { result, ...left } = await recorded(() => makeRole(body));
    expect([result.status, Object.keys(result.body.details?.fieldErrors ?? {})]).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it('rejects permissions that the caller does not have', async () => {
    const admin = await service.newUser(owner, ['admin']);
    for (const permission of ['employee:archive', 'employee:manage']) {
      const permissions = [{ permission, scopes: ['org'] }];
      const { result, ...left } = await recorded(() => makeRole({ code: 'wider', permissions }, admin));
      expect([permission, result.status]).toEqual([permission, 403]);
      expect(left).toMatchObject({ events: [], audit: [{ event_id: null, record_id: null }], outbox: 0 });
    }
    const within = [{ permission: 'task:manage', scopes: ['org'] }];
    expect((await makeRole({ code: 'within', permissions: within }, admin)).status).toBe(201);
  });
});

describe('GET /roles', () => {
  const codes = async (query: string, by: Client) => {
    const { status, body } = await by.call('GET', `/roles?${query}`);
    return status === 200 ? body.data.map((one: { code: string }) => one.code) : status;
  };

  it('searches, filters and sorts', async () => {
    const by = await service.newOrganization();
    await by.call('POST', '/roles', { code: 'zeta', name: 'Archivist', description: 'Keeps the records' });
    await by.call('POST', '/roles', { code: 'beta', name: 'zookeeper' });
    expect(await codes('is_builtin=false', by)).toEqual(['zeta', 'beta']);
    expect(await codes('is_builtin=false&sort=code', by)).toEqual(['beta', 'zeta']);
    expect(await codes('is_builtin=false&sort=-name', by)).toEqual(['beta', 'zeta']);
    expect(await codes('q=RECORDS', by)).toEqual(['zeta']);
    expect(await codes('code=zeta', by)).toEqual(['zeta']);
    expect(await codes('is_default=true', by)).toEqual(['employee']);
    expect(await codes('sort=permissions', by)).toBe(422);
    const { body } = await by.call('GET', '/roles?code=auditor');
    expect(body.data[0].permissions).not.toEqual([]);
  });

  it('lists deleted roles to users with role:manage', async () => {
    const by = await service.newOrganization();
    const { id } = (await by.call('POST', '/roles', { code: 'former', name: 'Former' })).body;
    await by.call('DELETE', `/roles/${id}`);
    expect([await codes('q=former', by), await codes('deleted=true', by)]).toEqual([[], ['former']]);
    expect(await codes('deleted=true', await service.newUser(by, ['auditor']))).toBe(403);
    await by.call('POST', `/roles/${id}/restore`);
    expect([await codes('q=former', by), await codes('deleted=true', by)]).toEqual([['former'], []]);
  });
});
