import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let holder: pg.Client;
let owner: Client;
let changed: Client;
let other: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await worker.stop();
  await service.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  changed = await service.newUser(owner, ['employee']);
  other = await service.newUser(owner, ['employee']);
});
afterEach(() => holder.query('rollback'));

/** Starts an import that has changed one user and waits for the row of another, as one of many rows takes minutes. */
async function startImport(by: Client, options: { dry_run?: boolean } = {}): Promise<number> {
  const csv = [
    'email,first_name,last_name,role_codes',
    `${changed.user.email},Another,Name,viewer`,
    `${other.user.email},Other,Name,\n`,
  ].join('\n');
  const { body: file } = await upload(service, by, { name: 'rows.csv', mime: 'text/csv' }, Buffer.from(csv));
  await holder.query('begin');
  await holder.query('select id from users where id = $1 for update', [other.user.id]);
  const id = await requestTransfer(by, '/users/import', { file_id: file.id, ...options });
  await waitUntilBlocking(holder);
  return id;
}

const grantOf = async (user_id: number) =>
  (await owner.call('GET', `/grants?user_id=${user_id}`)).body.data[0].id as number;

it.each([{ dry_run: false }, { dry_run: true }])(
  'lets rights be taken away while an import runs, and runs the import again (%o)',
  async (options) => {
    const leaver = await service.newUser(owner, ['employee']);
    const former = await service.newUser(owner, ['employee']);
    const deleted = await service.newUser(owner, ['employee']);
    const { body: role } = await owner.call('POST', '/roles', {
      ...{ code: 'garden', name: 'Garden', permissions: [{ permission: 'task:read', scopes: ['org'] }] },
    });
    const { body: unused } = await owner.call('POST', '/roles', {
      code: 'old',
      name: 'Old',
      permissions: [],
    });
    const grant = await grantOf(former.user.id);
    const id = await startImport(owner, options);
    const statusOf = async (method: string, path: string, body?: object) =>
      (await owner.call(method, path, body)).status;
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      Promise.all([
        statusOf('POST', `/users/${changed.user.id}/suspend`, {}),
        statusOf('POST', `/users/${changed.user.id}/revoke-sessions`),
        statusOf('DELETE', `/grants/${grant}`),
        statusOf('PUT', `/roles/${role.id}/permissions`, { permissions: [] }),
        statusOf('DELETE', `/roles/${unused.id}`),
        statusOf('POST', `/users/${leaver.user.id}/deactivate`, {}),
        statusOf('DELETE', `/users/${deleted.user.id}`),
      ]),
    );
    expect(result).toEqual([200, 200, 204, 200, 204, 200, 204]);
    expect(events).toEqual(
      expect.arrayContaining([
        `user.suspended ${changed.user.id}`,
        `grant.post_archive ${grant}`,
        `role.permissions_changed ${role.id}`,
        `role.post_archive ${unused.id}`,
        `user.post_archive ${deleted.user.id}`,
      ]),
    );
    expect(audit).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'user', action: 'suspend', record_id: changed.user.id }),
        expect.objectContaining({ resource: 'grant', action: 'archive', record_id: grant }),
      ]),
    );
    expect((await changed.call('GET', '/users/me')).status).toBe(401);
    await holder.query('rollback');
    const ended = await waitUntilEnded(owner, `/imports/${id}`);
    expect(ended).toMatchObject({ status: 'succeeded', result: { updated: 2, errors: [] } });
    const { body: user } = await owner.call('GET', `/users/${changed.user.id}`);
    expect([user.status, user.first_name === 'Another']).toEqual(['suspended', !options.dry_run]);
  },
);

it('does not import what its requester may no longer import', async () => {
  const requester = await service.newUser(owner, ['admin']);
  const id = await startImport(requester);
  expect((await owner.call('POST', `/users/${requester.user.id}/suspend`, {})).status).toBe(200);
  await holder.query('rollback');
  // Its requester cannot read it any more, and others never can.
  const status = async () =>
    (await service.rows<{ status: string }>(sql`select status from imports where id = ${id}`))[0]?.status;
  expect(await eventually(status, (one) => one === 'failed' || one === 'succeeded')).toBe('failed');
  const { body: user } = await owner.call('GET', `/users/${changed.user.id}`);
  expect(user.first_name).not.toBe('Another');
});

it('does not interrupt an import that blocks no such change', async () => {
  const id = await startImport(owner);
  const stranger = await service.newOrganization();
  const user = await service.newUser(stranger, ['employee']);
  expect((await stranger.call('POST', `/users/${user.user.id}/suspend`, {})).status).toBe(200);
  // Unlike the changes above, it waits for the import.
  expect((await owner.call('POST', '/roles', { code: 'new', name: 'New', permissions: [] })).status).toBe(
    503,
  );
  await holder.query('rollback');
  expect(await waitUntilEnded(owner, `/imports/${id}`)).toMatchObject({ status: 'succeeded' });
});

it.each([
  ['is suspended', (id: number) => owner.call('POST', `/users/${id}/suspend`, {})],
  ['is deleted', (id: number) => owner.call('DELETE', `/users/${id}`)],
  ['loses the role', async (id: number) => owner.call('DELETE', `/grants/${await grantOf(id)}`)],
])('imports nothing if its requester %s while it runs, although it blocks nothing', async (_, change) => {
  const requester = await service.newUser(owner, ['owner']);
  const csv = Buffer.from('first_name,last_name,hire_date\nAnn,Ames,2024-02-29\n');
  const { body: file } = await upload(service, requester, { name: 'rows.csv', mime: 'text/csv' }, csv);
  await holder.query('begin; lock table employee_changes in exclusive mode');
  const id = await requestTransfer(requester, '/employees/import', { file_id: file.id });
  await waitUntilBlocking(holder);
  expect((await change(requester.user.id)).status).toBeOneOf([200, 204]);
  const { result: ended, events } = await recordedBy(service, owner.user.org_id, async () => {
    await holder.query('rollback');
    return eventually(
      () =>
        service.rows<{ status: string; error: string }>(
          sql`select status, error from imports where id = ${id}`,
        ),
      ([row]) => row?.status === 'failed' || row?.status === 'succeeded',
    );
  });
  expect(ended).toEqual([{ status: 'failed', error: expect.stringMatching(/^The requester (can|no) /) }]);
  expect(events).toEqual([`import.failed ${id}`]);
  expect((await owner.call('GET', '/employees?q=Ames')).body.total).toBe(0);
});

it('begins again if its requester has fewer rights than at its start', async () => {
  const rights = (scope: string) => [
    ...['employee:manage', 'employee_change:manage'].map((permission) => ({ permission, scopes: [scope] })),
    ...['team:read', 'employee:read', 'position:read'].map((permission) => ({ permission, scopes: ['org'] })),
  ];
  const { body: role } = await owner.call('POST', '/roles', {
    ...{ code: 'people', name: 'People', permissions: rights('org') },
  });
  const requester = await service.newUser(owner, ['people', 'viewer']);
  const csv = Buffer.from('first_name,last_name,hire_date\nAnn,Ames,2024-02-29\n');
  const { body: file } = await upload(service, requester, { name: 'rows.csv', mime: 'text/csv' }, csv);
  await holder.query('begin; lock table employee_changes in exclusive mode');
  const id = await requestTransfer(requester, '/employees/import', { file_id: file.id });
  await waitUntilBlocking(holder);
  const { status } = await owner.call('PUT', `/roles/${role.id}/permissions`, { permissions: rights('own') });
  await holder.query('rollback');
  const ended = await waitUntilEnded(requester, `/imports/${id}`);
  expect([status, ended.status, ended.result.errors[0].message]).toEqual([
    200,
    'failed',
    expect.stringContaining('employee:create'),
  ]);
  expect((await owner.call('GET', '/employees?q=Ames')).body.total).toBe(0);
});
