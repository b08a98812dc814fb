import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { addGrants } from '@wfp/testing/grants.ts';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxGrants } from './grant-limit.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let user: Client;
let roles: Record<string, number>;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const { data } = (await owner.call('GET', '/roles?is_builtin=true&limit=100')).body;
  roles = Object.fromEntries(data.map((role: { code: string; id: number }) => [role.code, role.id]));
  user = await service.newUser(owner, ['employee']);
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const grant = (code: string, more: object = {}) =>
  owner.call('POST', '/grants', { user_id: user.user.id, role_id: roles[code], ...more });
const listRoles = async (code: string) =>
  (await owner.call('GET', `/grants?user_id=${user.user.id}&role_id=${roles[code]}`)).body.data.map(
    (one: { role_code: string; source: string }) => `${one.role_code} ${one.source}`,
  );
const full = `The user has ${maxGrants} grants already: end some that are not needed`;

it('rejects the grant after the last one, also under concurrency, until one ends', async () => {
  const [first] = await addGrants(service, user, maxGrants - 1);
  const { result, events } = await recorded(() =>
    Promise.all(['viewer', 'hr', 'auditor'].map((code) => grant(code))),
  );
  expect(result.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(events).toHaveLength(1);
  const { result: next, ...left } = await recorded(() =>
    grant('manager', { starts_at: '2099-01-01T00:00:00Z' }),
  );
  expect([next.status, next.body.details.fieldErrors]).toEqual([422, { user_id: [full] }]);
  expect(left).toEqual(nothing);
  expect((await user.call('GET', '/tasks')).status).toBe(200);
  expect((await owner.call('DELETE', `/grants/${first}`)).status).toBe(204);
  expect((await grant('manager')).status).toBe(201);
});

it('does not count grants that have ended', async () => {
  const [first] = await addGrants(service, user, maxGrants);
  await executeOperational(
    service.platform,
    sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${first} returning id`,
  );
  expect((await grant('viewer')).status).toBe(201);
  expect((await grant('auditor')).status).toBe(422);
});

it('keeps grants above the limit valid, and replaces them with those of another role', async () => {
  await addGrants(service, user, maxGrants + 5);
  const [held] = await service.rows<{ role_id: number }>(sql`select g.role_id from grants g join roles r
    on r.org_id = g.org_id and r.id = g.role_id and not r.is_builtin
    where g.org_id = ${owner.user.org_id} and g.user_id = ${user.user.id} limit 1`);
  const replaced = await owner.call('DELETE', `/roles/${held?.role_id}?reassign_to=${roles.auditor}`);
  expect(replaced.status).toBe(204);
  expect(await listRoles('auditor')).toEqual(['auditor manual']);
  expect((await user.call('GET', '/audit-log')).status).toBe(200);
  expect((await grant('viewer')).status).toBe(422);
});

it('grants the role of managers in addition', async () => {
  await addGrants(service, user, maxGrants);
  const people = peopleOf(owner);
  const manager = await people.hire({ user_id: user.user.id });
  await people.hire({ manager_id: manager.id });
  expect(await listRoles('manager')).toEqual(['manager hierarchy']);
  expect((await grant('viewer')).body.details.fieldErrors).toEqual({ user_id: [full] });
});

it('assigns a position without its role, and returns why', async () => {
  await addGrants(service, user, maxGrants);
  const seat = { title: 'Chair', code: 'C-1', status: 'open', default_role_id: roles.auditor };
  const { id: position_id } = (await owner.call('POST', '/positions', seat)).body;
  const employee = await peopleOf(owner).hire({ user_id: user.user.id });
  const change = { effective_date: day(0), kind: 'position', set: { position_id } };
  const { result, events } = await recorded(() =>
    owner.call('POST', `/employees/${employee.id}/changes`, change),
  );
  expect([result.status, result.body.warnings]).toEqual([
    201,
    [
      `Position C-1 comes with the role "Auditor" (auditor), which is not granted, because the user has ${maxGrants} grants already`,
    ],
  ]);
  expect(events.filter((event) => event.startsWith('grant.'))).toEqual([]);
  expect((await owner.call('GET', `/employees/${employee.id}`)).body.position_id).toBe(position_id);
  expect(await listRoles('auditor')).toEqual([]);
});

it('rejects the transfer of ownership to a user with too many grants, but not by one', async () => {
  await addGrants(service, user, maxGrants);
  await addGrants(service, owner, maxGrants);
  const path = '/organizations/current/transfer-ownership';
  const transfer = (to: Client) => owner.call('POST', path, { user_id: to.user.id, password: testPassword });
  const { result, ...left } = await recorded(() => transfer(user));
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, { user_id: [full] }]);
  expect(left).toEqual(nothing);
  expect((await transfer(await service.newUser(owner, ['employee']))).status).toBe(200);
});
