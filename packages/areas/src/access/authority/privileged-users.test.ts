import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const permissions = ['user:read', 'user:manage'].map((permission) => ({ permission, scopes: ['org'] }));
  await owner.call('POST', '/roles', { code: 'helpdesk', name: 'Helpdesk', permissions });
  const manage = [{ permission: 'task:manage', scopes: ['org'] }];
  await owner.call('POST', '/roles', { code: 'captain', name: 'Captain', permissions: manage });
  const { body } = await owner.call('GET', '/roles?limit=100');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});
afterAll(() => service.stop());

const acts: [method: string, path: string, body?: object][] = [
  ['PATCH', '', { last_name: 'Changed' }],
  ['POST', '/reset-mfa'],
  ['POST', '/revoke-sessions'],
  ['POST', '/deactivate', {}],
  ['DELETE', ''],
];
const act = (by: Client, on: Client, [method, path, body]: (typeof acts)[number]) =>
  by.call(method, `/users/${on.user.id}${path}`, body);

describe('a user who administers accounts', () => {
  let helpdesk: Client;
  beforeEach(async () => {
    helpdesk = await service.newUser(owner, ['helpdesk']);
  });

  it.each(['hr', 'admin', 'owner'])('cannot change the account of a user with the role %s', async (role) => {
    const above = await service.newUser(owner, [role]);
    for (const one of acts) {
      const { result, events } = await recordedBy(service, owner.user.org_id, () =>
        act(helpdesk, above, one),
      );
      expect([one, result.status, events]).toEqual([one, 403, []]);
    }
  });

  it('can change accounts of users who manage nothing', async () => {
    for (const role of ['employee', 'manager', 'auditor']) {
      const person = await service.newUser(owner, [role]);
      const answers = [];
      for (const one of acts) answers.push((await act(helpdesk, person, one)).status);
      // The users have no second factor to reset.
      expect([role, answers]).toEqual([role, [200, 422, 200, 200, 204]]);
    }
  });

  it('cannot change the account of a future owner', async () => {
    const futureOwner = await service.newUser(owner, ['employee']);
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    const grant = { user_id: futureOwner.user.id, role_id: roles.owner, starts_at };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    for (const one of acts) expect([one, (await act(helpdesk, futureOwner, one)).status]).toEqual([one, 403]);
  });

  it('can change their own account, although they will be an owner', async () => {
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    const grant = { user_id: helpdesk.user.id, role_id: roles.owner, starts_at };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    expect((await act(helpdesk, helpdesk, ['PATCH', '', { last_name: 'Changed' }])).status).toBe(200);
  });

  it('can change the account of a user who manages a team only if they manage it too', async () => {
    const team = async (name: string, parent?: number): Promise<number> =>
      (await owner.call('POST', '/teams', { name, ...(parent && { parent_id: parent }) })).body.id;
    const department = await team('Department');
    const [part, other] = [await team('Part', department), await team('Other')];
    const manageTasks = (user: Client, team_id: number) =>
      owner.call('POST', '/grants', {
        user_id: user.user.id,
        role_id: roles.captain,
        scope: 'team',
        team_id,
      });
    const captain = await service.newUser(owner, ['employee']);
    await manageTasks(captain, part);
    const change = async () => (await act(helpdesk, captain, ['PATCH', '', { last_name: 'Changed' }])).status;
    expect(await change()).toBe(403);
    await manageTasks(helpdesk, other);
    expect(await change()).toBe(403);
    await manageTasks(helpdesk, department);
    expect(await change()).toBe(200);
  });
});
