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
  const { body } = await owner.call('GET', '/roles?limit=100');
  roles = Object.fromEntries(body.data.map((role: { code: string; id: number }) => [role.code, role.id]));
});
afterAll(() => service.stop());

/** Everything that one user does to the account of another. */
const acts: [method: string, path: string, body?: object][] = [
  ['PATCH', '', { last_name: 'Changed' }],
  ['POST', '/reset-mfa'],
  ['POST', '/revoke-sessions'],
  ['POST', '/deactivate', {}],
  ['DELETE', ''],
];
const act = (by: Client, on: Client, [method, path, body]: (typeof acts)[number]) =>
  by.call(method, `/users/${on.user.id}${path}`, body);

describe('whoever looks after accounts', () => {
  let helpdesk: Client;
  beforeEach(async () => {
    helpdesk = await service.newUser(owner, ['helpdesk']);
  });

  it.each(['hr', 'admin', 'owner'])('touches no account of the role %s', async (role) => {
    const above = await service.newUser(owner, [role]);
    for (const one of acts) {
      const { result, events } = await recordedBy(service, owner.user.org_id, () =>
        act(helpdesk, above, one),
      );
      expect([one, result.status, events]).toEqual([one, 403, []]);
    }
  });

  it('need not hold the rights of those who manage nothing', async () => {
    for (const role of ['employee', 'manager', 'auditor']) {
      const person = await service.newUser(owner, [role]);
      const answers = [];
      for (const one of acts) answers.push((await act(helpdesk, person, one)).status);
      // They have no second factor that could be reset.
      expect([role, answers]).toEqual([role, [200, 422, 200, 200, 204]]);
    }
  });

  it('is kept from whoever is to be an owner later', async () => {
    const heir = await service.newUser(owner, ['employee']);
    const starts_at = new Date(Date.now() + 86_400_000).toISOString();
    const grant = { user_id: heir.user.id, role_id: roles.owner, starts_at };
    expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
    for (const one of acts) expect([one, (await act(helpdesk, heir, one)).status]).toEqual([one, 403]);
  });
});
