import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const findRole = async (code: string): Promise<number> =>
  (await owner.call('GET', '/roles')).body.data.find((role: { code: string }) => role.code === code).id;
const created = async (path: string, body: object): Promise<any> => {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body;
};
const listRoles = async (user_id: number): Promise<string[]> =>
  (await owner.call('GET', `/grants?user_id=${user_id}`)).body.data.map(
    (grant: { role_code: string }) => grant.role_code,
  );

async function createEmployee() {
  const user_id = (await service.newUser(owner, ['employee'])).user.id;
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
  return { id: (await created('/employees', { ...person, user_id })).id as number, user_id };
}

it('a scheduled change keeps the limits of the API key with which it was made', async () => {
  const seat = { title: 'Chair', code: 'CHAIR', status: 'open', headcount: 2 };
  const position_id = (await created('/positions', { ...seat, default_role_id: await findRole('admin') })).id;
  const permissions = ['employee_change:create', 'employee_change:update'];
  const { key } = await created('/api-keys', { name: 'Changes', permissions });
  const byKey = createTestClient(service.url, { access_token: key, user: owner.user });
  const assign = (by: Client, employee_id: number) =>
    by.call('POST', `/employees/${employee_id}/changes`, {
      ...{ effective_date: '2031-01-01', kind: 'position', set: { position_id } },
    });

  const [first, second] = [await createEmployee(), await createEmployee()];
  expect((await assign(byKey, first.id)).body.state).toBe('scheduled');
  expect((await assign(owner, second.id)).body.state).toBe('scheduled');
  await runDueChangesAt(service, owner.user.org_id, '2031-01-02T00:00:00Z');
  for (const { id } of [first, second])
    expect((await owner.call('GET', `/employees/${id}`)).body.position_id).toBe(position_id);
  expect(await listRoles(first.user_id)).toEqual(['employee']);
  expect(await listRoles(second.user_id)).toEqual(['employee', 'admin']);
});
