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

it('is kept for the same employee when a caller who may read it links another user', async () => {
  const successor = await service.newUser(owner, ['employee']);
  const { result, events } = await link(owner, successor.user.id);
  expect([result.status, events]).toEqual([200, [`employee.post_update ${id}`]]);
  expect((await successor.call('GET', path)).body.national_id).toBe('A1');
  const erased = await owner.call('POST', `/users/${former.user.id}/erase`, { confirm: former.user.email });
  expect([erased.status, await stored()]).toEqual([200, [{ id }]]);
});

it('is erased with the user who was linked last', async () => {
  const erased = await owner.call('POST', `/users/${former.user.id}/erase`, { confirm: former.user.email });
  expect([erased.status, await stored()]).toEqual([200, []]);
});

it('is kept when the former user is restored', async () => {
  expect((await owner.call('POST', `/users/${former.user.id}/restore`)).status).toBe(200);
  expect((await owner.call('GET', path)).body.national_id).toBe('A1');
});
