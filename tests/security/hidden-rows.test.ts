import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const missing = 2_147_483_646;

/** Adds a user whose only role has these permissions, limited to the user's own rows. */
async function userWithOwn(code: string, permissions: readonly string[]): Promise<Client> {
  const own = Object.fromEntries(permissions.map((permission) => [permission, ['own']]));
  await executeOperational(
    service.platform,
    sql`insert into roles (org_id, code, name, permissions)
      values (${owner.user.org_id}, ${code}, ${code}, ${JSON.stringify(own)}::jsonb) returning id`,
  );
  return service.newUser(owner, [code]);
}

/** Expects the same response for a hidden id as for a missing one, and no events. */
async function expectAlike(
  request: (id: number) => ReturnType<Client['call']>,
  hidden: number,
  status: number,
) {
  const { result, ...records } = await recordedBy(service, owner.user.org_id, async () => [
    await request(hidden),
    await request(missing),
  ]);
  const [ofHidden, ofMissing] = result.map((response) => [response.status, response.body]);
  expect(ofHidden).toEqual(ofMissing);
  expect(ofHidden?.[0]).toBe(status);
  // Denied requests are audited.
  expect([records.events, records.outbox]).toEqual([[], 0]);
}

it('a reset of the second factor does not tell whether a user exists', async () => {
  const by = await userWithOwn('own_users', ['user:read', 'user:manage']);
  await expectAlike((id) => by.call('POST', `/users/${id}/reset-mfa`), employee.user.id, 404);
});

it('a grant does not tell whether a user exists', async () => {
  const by = await userWithOwn('own_grants', ['user:read', 'grant:read', 'grant:manage', 'role:read']);
  const [role] = await service.rows(
    sql`select id from roles where org_id = ${owner.user.org_id} and code = 'own_grants'`,
  );
  const grant = (user_id: number) => by.call('POST', '/grants', { user_id, role_id: role.id, scope: 'own' });
  await expectAlike(grant, employee.user.id, 403);
});

it('labels do not tell whether a hidden label exists', async () => {
  const by = await userWithOwn('own_labels', ['task_label:read', 'task_label:manage', 'task:manage']);
  const hidden = (await owner.call('POST', '/task-labels', { name: 'Layoffs 2028' })).body.id;
  const { body: mine } = await by.call('POST', '/task-labels', { name: 'Mine' });
  expect((await by.call('GET', `/task-labels/${hidden}`)).status).toBe(404);
  const merge = (into_id: number) => by.call('POST', `/task-labels/${mine.id}/merge`, { into_id });
  await expectAlike(merge, hidden, 422);
  expect((await by.call('POST', '/tasks', { title: 'Mine', label: 'Layoffs 2028' })).status).toBe(201);
  expect((await by.call('GET', '/task-labels/used')).body.data).toEqual([
    { label: 'Layoffs 2028', label_id: null, tasks_count: 1 },
  ]);
  expect((await owner.call('GET', '/task-labels/used')).body.data).toEqual([
    { label: 'Layoffs 2028', label_id: hidden, tasks_count: 1 },
  ]);
});
