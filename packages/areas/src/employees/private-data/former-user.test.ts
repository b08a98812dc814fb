import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let former: Client;
let id: number;
let path: string;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  former = await service.newUser(owner, ['employee']);
  id = (await peopleOf(owner).hire({ user_id: former.user.id })).id;
  path = `/employees/${id}/private`;
  expect((await former.call('PATCH', path, { national_id: 'A1' })).status).toBe(200);
  expect((await owner.call('DELETE', `/users/${former.user.id}`)).status).toBe(204);
});

const link = (by: Client, user_id: number) =>
  recordedBy(service, owner.user.org_id, () => by.call('POST', `/employees/${id}/link-user`, { user_id }));
const stored = () =>
  service.rows(sql`select id from employee_private where org_id = ${owner.user.org_id} and id = ${id}`);

it('is deleted when the employee is linked to another user, who sees none of it', async () => {
  const successor = await service.newUser(owner, ['employee']);
  const { result, events, audit } = await link(owner, successor.user.id);
  expect([result.status, events]).toEqual([
    200,
    [`employee_private.post_update ${id}`, `employee.post_update ${id}`],
  ]);
  expect(audit).toMatchObject([
    { action: 'update', resource: 'employee_private', after: { last_change: { revision: 2 } } },
    { action: 'update', resource: 'employee' },
  ]);
  expect(await stored()).toEqual([]);
  expect((await successor.call('GET', path)).body).toMatchObject({ employee_id: id, national_id: null });
  const erased = await owner.call('POST', `/users/${former.user.id}/erase`, { confirm: former.user.email });
  expect([erased.status, await stored()]).toEqual([200, []]);
});

it('is deleted when a user is invited for the employee', async () => {
  const guest = { email: `guest.${id}@example.com`, first_name: 'A', last_name: 'Guest', employee_id: id };
  const invite = () => owner.call('POST', '/users/invite', guest);
  const { result, events } = await recordedBy(service, owner.user.org_id, invite);
  expect(result.status).toBe(201);
  expect(events).toContain(`employee_private.post_update ${id}`);
  expect(await stored()).toEqual([]);
});

it('requires the right to change it from those who link another user, and is kept if the link fails', async () => {
  const permissions = ['employee:manage', 'user:manage', 'employee_change:read', 'employee_private:read'].map(
    (permission) => ({ permission, scopes: ['org'] }),
  );
  await owner.call('POST', '/roles', { code: 'linker', name: 'Linker', permissions });
  const by = await service.newUser(owner, ['linker']);
  const { user } = await service.newUser(owner, ['viewer']);
  const { result, events } = await link(by, user.id);
  expect([result.status, result.body.error, events]).toEqual([
    403,
    expect.stringContaining('employee_private:update'),
    [],
  ]);
  expect(await stored()).toEqual([{ id }]);
});

it('is kept when the former user is restored', async () => {
  expect((await owner.call('POST', `/users/${former.user.id}/restore`)).status).toBe(200);
  expect((await owner.call('GET', path)).body.national_id).toBe('A1');
});
