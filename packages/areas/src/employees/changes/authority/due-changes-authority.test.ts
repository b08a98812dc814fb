import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let hr: Client;
let position_id: number;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  const seat = { title: 'Chair', code: 'CHAIR', status: 'open', headcount: 20 };
  const default_role_id = await findRole('admin');
  position_id = (await created('/positions', { ...seat, default_role_id })).id;
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

const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
const createUser = async () => (await service.newUser(owner, ['employee'])).user.id;
const hire = async (fields: object = {}): Promise<number> =>
  (await created('/employees', { ...person, ...fields })).id;
async function createEmployee() {
  const user_id = await createUser();
  return { id: await hire({ user_id }), user_id };
}

const change = (by: Client, employee_id: number, fields: object) =>
  by.call('POST', `/employees/${employee_id}/changes`, { effective_date: '2031-01-01', ...fields });
const assign = async (by: Client, employee_id: number, fields: object = {}) => {
  const { status, body } = await change(by, employee_id, {
    ...{ kind: 'transfer', set: { position_id, ...fields } },
  });
  expect([status, body.state]).toEqual([201, 'scheduled']);
  return body.id as number;
};
const link = async (by: Client, employee_id: number, user_id: number) =>
  expect((await by.call('POST', `/employees/${employee_id}/link-user`, { user_id })).status).toBe(200);

/** Applies all scheduled changes, and expects that the employees have the position. */
async function apply(...employees: number[]): Promise<void> {
  await runDueChangesAt(service, owner.user.org_id, '2031-01-02T00:00:00Z');
  for (const id of employees)
    expect((await owner.call('GET', `/employees/${id}`)).body.position_id).toBe(position_id);
}

describe('the role of a position that is taken on a later day', () => {
  it('is not granted with an API key that scheduled the change', async () => {
    const permissions = ['employee_change:create', 'employee_change:update', 'position:read'];
    const { key } = await created('/api-keys', { name: 'Changes', permissions });
    const byKey = createTestClient(service.url, { access_token: key, user: owner.user });
    const [first, second] = [await createEmployee(), await createEmployee()];
    await assign(byKey, first.id);
    await assign(owner, second.id);
    await apply(first.id, second.id);
    expect(await listRoles(first.user_id)).toEqual(['employee']);
    expect(await listRoles(second.user_id)).toEqual(['employee', 'admin']);
  });

  it('is granted to a user who was linked since only if that could be granted, too', async () => {
    const [byHr, byOwner] = [await hire(), await hire()];
    const starting = await hire({ hire_date: '2031-01-01', position_id });
    for (const id of [byHr, byOwner]) await assign(owner, id);
    const users = [await createUser(), await createUser(), await createUser()] as const;
    await link(hr, byHr, users[0]);
    await link(owner, byOwner, users[1]);
    await link(hr, starting, users[2]);
    await apply(byHr, byOwner, starting);
    expect(await Promise.all(users.map(listRoles))).toEqual([
      ['employee'],
      ['employee', 'admin'],
      ['employee'],
    ]);
  });

  it('is not granted because others corrected other values of the change', async () => {
    const [corrected, moved, kept] = [await createEmployee(), await createEmployee(), await createEmployee()];
    const [from, to] = [
      (await created('/teams', { name: 'From', kind: 'department' })).id,
      (await created('/teams', { name: 'To', kind: 'department' })).id,
    ];
    const wrong = await assign(hr, corrected.id);
    await assign(hr, moved.id, { team_id: from });
    const wrongByOwner = await assign(owner, kept.id);
    for (const [id, corrects_id] of [
      [corrected.id, wrong],
      [kept.id, wrongByOwner],
    ] as const) {
      const correction = { kind: 'correction', corrects_id, set: { fte: '0.5' } };
      expect((await change(owner, id, correction)).status).toBe(201);
    }
    expect((await owner.call('POST', `/teams/${from}/archive`, { move_to: to })).status).toBe(200);
    await apply(corrected.id, moved.id, kept.id);
    expect(await Promise.all([corrected, moved, kept].map(({ user_id }) => listRoles(user_id)))).toEqual([
      ['employee'],
      ['employee'],
      ['employee', 'admin'],
    ]);
  });
});
