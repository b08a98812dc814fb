import { lockCall } from '@wfp/shared/advisory-locks';
import { Prisma } from '@wfp/shared/db';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let database: pg.Client;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

const grantOf = async (user: Client, role: string): Promise<number> =>
  (await owner.call('GET', `/grants?user_id=${user.user.id}&role_id=${roles[role]}`)).body.data[0].id;

/** Holds the organization's access lock, starts a call, and applies `change` once the call waits for the lock. */
async function duringLock<Answer>(call: () => Promise<Answer>, change: string): Promise<Answer> {
  await database.query('begin');
  await database.query(`select ${lockCall('lockInTransaction', 'access', String(owner.user.org_id))}`);
  const running = call();
  try {
    await eventually(
      () =>
        service.rows(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and objid = ${owner.user.org_id}::int::oid
        and database = (select oid from pg_database where datname = current_database())`),
      (waiting) => waiting.length > 0,
    );
    await database.query(change);
  } finally {
    await database.query('commit');
  }
  return running;
}

describe('a caller who loses a right during the request', () => {
  it.each([
    [
      'grant',
      (user: Client, other: Client) =>
        user.call('POST', '/grants', { user_id: other.user.id, role_id: roles.viewer }),
    ],
    ['role', (user: Client) => user.call('POST', '/roles', { code: 'late', name: 'Late' })],
    [
      'clone',
      (user: Client) => user.call('POST', `/roles/${roles.viewer}/clone`, { code: 'late', name: 'Late' }),
    ],
    [
      'user',
      (user: Client) => {
        const person = { email: 'late@example.test', first_name: 'L', last_name: 'L' };
        return user.call('POST', '/users', { ...person, role_ids: [roles.viewer] });
      },
    ],
  ])('cannot create a %s', async (_, call) => {
    const [admin, other] = [await service.newUser(owner, ['admin']), await service.newUser(owner, ['bare'])];
    const id = await grantOf(admin, 'admin');
    const { status } = await duringLock(
      () => call(admin, other),
      `update grants set deleted_at = now() where org_id = ${owner.user.org_id} and id = ${id}`,
    );
    expect(status).toBe(403);
    expect((await owner.call('GET', '/users?q=late@example.test')).body.total).toBe(0);
    const late = (await owner.call('GET', '/roles?limit=100')).body.data.map(
      (role: { code: string }) => role.code,
    );
    expect(late).not.toContain('late');
  });

  it.each([
    ['rename', (user: Client, id: number) => user.call('PATCH', `/users/${id}`, { last_name: 'Late' })],
    ['deactivate', (user: Client, id: number) => user.call('POST', `/users/${id}/deactivate`, {})],
    ['reset the second factor of', (user: Client, id: number) => user.call('POST', `/users/${id}/reset-mfa`)],
  ])('cannot %s a user', async (_, call) => {
    const [admin, other] = [await service.newUser(owner, ['admin']), await service.newUser(owner, ['bare'])];
    const id = await grantOf(admin, 'admin');
    const { status } = await duringLock(
      () => call(admin, other.user.id),
      `update grants set deleted_at = now() where org_id = ${owner.user.org_id} and id = ${id}`,
    );
    // 404 if the caller may no longer read the user.
    expect([403, 404]).toContain(status);
    const { body } = await owner.call('GET', `/users/${other.user.id}`);
    expect([body.last_name, body.status]).toEqual([expect.stringMatching(/^User/), 'active']);
  });

  it('cannot create a role after being deactivated', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const { status } = await duringLock(
      () => admin.call('POST', '/roles', { code: 'late', name: 'Late' }),
      `update users set status = 'deactivated' where org_id = ${owner.user.org_id} and id = ${admin.user.id}`,
    );
    expect(status).toBe(403);
  });
});

describe('concurrent requests', () => {
  it('deleting and granting a role leaves no grant of a deleted role', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body: role } = await owner.call('POST', '/roles', { code: `r${round}_x`, name: 'Short-lived' });
      const user = await service.newUser(owner, ['bare']);
      const [granted, deleted] = await Promise.all([
        owner.call('POST', '/grants', { user_id: user.user.id, role_id: role.id }),
        owner.call('DELETE', `/roles/${role.id}`),
      ]);
      expect([`${granted.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(201 422|422 204)$/)]);
    }
  });

  it('owners who end the grants of each other leave one owner', async () => {
    const organization = await service.newOrganization();
    const others = await Promise.all([1, 2, 3].map(() => service.newUser(organization, ['owner'])));
    const allOwners = [organization, ...others];
    const { body } = await organization.call('GET', '/grants?limit=100');
    const grants: { id: number; user_id: number }[] = body.data.filter(
      (grant: { role_code: string }) => grant.role_code === 'owner',
    );
    expect(grants).toHaveLength(4);
    await Promise.all(
      allOwners.flatMap((by) => grants.map((grant) => by.call('DELETE', `/grants/${grant.id}`))),
    );
    const statuses = await Promise.all(allOwners.map((by) => by.call('GET', '/audit-log')));
    expect(statuses.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('deactivating one owner and ending the grant of the other leaves one owner', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pair = await service.newOrganization();
      const second = await service.newUser(pair, ['owner']);
      const { body } = await pair.call('GET', `/grants?user_id=${pair.user.id}`);
      const [deactivated, ended] = await Promise.all([
        pair.call('POST', `/users/${second.user.id}/deactivate`, {}),
        second.call('DELETE', `/grants/${body.data[0].id}`),
      ]);
      expect([200, 204].filter((status) => [deactivated.status, ended.status].includes(status))).toHaveLength(
        1,
      );
      const statuses = await Promise.all([pair, second].map((by) => by.call('GET', '/audit-log')));
      expect(statuses.filter((answer) => answer.status === 200)).toHaveLength(1);
    }
  });

  it('granting a team role while the team moves uses the new parent', async () => {
    const team = async (name: string, parent_id?: number): Promise<number> =>
      (await owner.call('POST', '/teams', { name, ...(parent_id ? { parent_id } : {}) })).body.id;
    const [mine, theirs] = [await team('Mine'), await team('Theirs')];
    const moved = await team('Moved', mine);
    const permissions = [
      { permission: 'grant:manage', scopes: ['org'] },
      { permission: 'role:read', scopes: ['org'] },
      { permission: 'team:read', scopes: ['org'] },
    ];
    await owner.call('POST', '/roles', { code: 'giver', name: 'Giver', permissions });
    const user = await service.newUser(owner, ['giver']);
    const own = { user_id: user.user.id, role_id: roles.viewer, scope: 'team', team_id: mine };
    expect((await owner.call('POST', '/grants', own)).status).toBe(201);
    const other = await service.newUser(owner, ['bare']);
    const give = () => user.call('POST', '/grants', { ...own, user_id: other.user.id, team_id: moved });
    const { status } = await duringLock(
      give,
      `update teams set parent_id = ${theirs} where org_id = ${owner.user.org_id} and id = ${moved}`,
    );
    expect(status).toBe(403);
    await owner.call('PATCH', `/teams/${moved}`, { parent_id: mine });
    expect((await give()).status).toBe(201);
  });
});

describe('a revocation on one pod', () => {
  it('takes effect on the next request to another pod', async () => {
    const pod = await service.startPod();
    const permissions = [{ permission: 'team:read', scopes: ['org'] }];
    const { body: role } = await owner.call('POST', '/roles', {
      code: 'podded',
      name: 'Podded',
      permissions,
    });
    const ways: (() => Promise<{ status: number }>)[] = [
      () => owner.call('PUT', `/roles/${role.id}/permissions`, { permissions: [] }),
      () => owner.call('DELETE', `/roles/${role.id}?reassign_to=${roles.bare}`),
    ];
    for (const way of ways) {
      await owner.call('PUT', `/roles/${role.id}/permissions`, { permissions });
      const user = await service.newUser(owner, ['podded']);
      const there = createTestClient(pod, { access_token: user.token, user: user.user });
      expect((await there.call('GET', '/teams')).status).toBe(200);
      expect([200, 204]).toContain((await way()).status);
      expect((await there.call('GET', '/teams')).status).toBe(403);
    }
  });
});
