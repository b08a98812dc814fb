import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Tests that an initiative refers only to rows that its writer can see, with one answer for hidden and missing rows. */
let service: TestService;
let owner: Client;
let writer: Client;
let ownEmployee: number;
let made = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const permissions = [{ permission: 'initiative:manage', scopes: ['org'] }];
  await create('/roles', { code: 'planner', name: 'Planner', permissions });
  writer = await service.newUser(owner, ['planner']);
  ownEmployee = await create('/employees', { ...person, user_id: writer.user.id });
});
afterAll(() => service.stop());

const person = { first_name: 'Hanna', last_name: 'Hidden', hire_date: '2020-01-01' };
async function create(path: string, body: object, by = owner): Promise<number> {
  const response = await by.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
}
const nextName = () => {
  made += 1;
  return `Plan ${made}`;
};
const newTeam = () => create('/teams', { name: nextName() });
const newEmployee = () => create('/employees', person);
const initiative = (more: object) => ({ name: nextName(), owner_employee_id: ownEmployee, ...more });

it.each([
  ['team_id', newTeam],
  ['owner_employee_id', newEmployee],
] as const)('rejects a hidden %s like one that does not exist, and records nothing', async (field, make) => {
  const id = await create('/initiatives', initiative({}), writer);
  const hidden = await make();
  for (const write of [
    (value: number) => writer.call('POST', '/initiatives', initiative({ [field]: value })),
    (value: number) => writer.call('PATCH', `/initiatives/${id}`, { [field]: value }),
  ]) {
    for (const value of [2_147_483_000, hidden]) {
      const { result, ...left } = await recordedBy(service, owner.user.org_id, () => write(value));
      expect([result.status, result.body.details.fieldErrors]).toEqual([
        422,
        { [field]: ['Does not exist'] },
      ]);
      expect(left).toMatchObject(nothing);
    }
  }
});

it('rejects a hidden member like one that does not exist', async () => {
  const id = await create('/initiatives', initiative({}), writer);
  const add = (employee_id: number) => writer.call('POST', `/initiatives/${id}/members`, { employee_id });
  for (const employee_id of [2_147_483_000, await newEmployee()]) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => add(employee_id));
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { employee_id: ['Does not exist'] },
    ]);
    expect(left).toMatchObject(nothing);
  }
  expect((await add(ownEmployee)).status).toBe(201);
});

it('accepts a hidden record to which the initiative refers already, also when it is restored', async () => {
  const team_id = await newTeam();
  const id = await create('/initiatives', initiative({ team_id }));
  const path = `/initiatives/${id}`;
  const { status, body } = await writer.call('PATCH', path, { team_id, description: 'New' });
  expect([status, body.team_id, body.description]).toEqual([200, team_id, 'New']);
  expect((await writer.call('DELETE', path)).status).toBe(204);
  expect((await writer.call('POST', `${path}/restore`)).status).toBe(200);
});
