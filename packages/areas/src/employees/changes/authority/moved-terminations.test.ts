import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let hr: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
});
afterAll(() => service.stop());

const created = async (path: string, body: object): Promise<any> => {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
};

describe('a correction of a scheduled termination', () => {
  const leaver = async (role: string) => {
    const { user } = await service.newUser(owner, [role]);
    const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
    const { id } = await created('/employees', { ...person, user_id: user.id });
    const end = { end_date: '2031-01-01', reason_code: 'left' };
    const { body } = await owner.call('POST', `/employees/${id}/terminate`, end);
    return { id, user_id: user.id, wrong: body.change.id as number };
  };
  const move = (by: Client, { id, wrong }: { id: number; wrong: number }) =>
    by.call('POST', `/employees/${id}/changes`, {
      ...{ effective_date: '2030-12-01', kind: 'correction', corrects_id: wrong, set: {} },
    });
  const statusOf = async (id: number) => (await owner.call('GET', `/users/${id}`)).body.status;

  it('requires the authority to deactivate the user', async () => {
    const admin = await leaver('admin');
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () => move(hr, admin));
    expect([result.status, events]).toEqual([403, nothing.events]);
    expect(audit.map((entry: any) => entry.action)).not.toContain('cancel');
    expect((await owner.call('GET', `/employees/${admin.id}/changes/${admin.wrong}`)).body.state).toBe(
      'scheduled',
    );
    const clerk = await leaver('employee');
    expect((await move(hr, clerk)).status).toBe(201);
    await runDueChangesAt(service, owner.user.org_id, '2030-12-02T00:00:00Z');
    expect([await statusOf(admin.user_id), await statusOf(clerk.user_id)]).toEqual(['active', 'deactivated']);
  });

  it('is applied with the authority of the user who moved it', async () => {
    const clerk = await leaver('employee');
    expect((await move(hr, clerk)).status).toBe(201);
    const roles = (await owner.call('GET', '/roles')).body.data;
    const { id: role_id } = roles.find((role: { code: string }) => role.code === 'admin');
    await created('/grants', { user_id: clerk.user_id, role_id, scope: 'role' });
    await runDueChangesAt(service, owner.user.org_id, '2030-12-02T00:00:00Z');
    expect((await owner.call('GET', `/employees/${clerk.id}`)).body.status).toBe('terminated');
    expect(await statusOf(clerk.user_id)).toBe('active');
  });
});
