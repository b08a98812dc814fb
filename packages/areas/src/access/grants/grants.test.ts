import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
const roles: Record<string, number> = {};
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const grant = (user: Client, role: string, more: object = {}, by = owner) =>
  by.call('POST', '/grants', { user_id: user.user.id, role_id: roles[role], ...more });
const setGrant = (id: number, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update grants set ${fields} where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
const grantsOf = async (user: Client) =>
  (await owner.call('GET', `/grants?user_id=${user.user.id}`)).body.data;
const newUser = (...held: string[]) => service.newUser(owner, held.length === 0 ? ['bare'] : held);

describe('POST /grants', () => {
  it('grants a role with effect on the next request on every pod', async () => {
    const user = await newUser();
    const pod = createTestClient(await service.startPod(), { access_token: user.token, user: user.user });
    expect((await pod.call('GET', '/tasks')).status).toBe(403);
    const { result, events, audit, outbox } = await recorded(() =>
      grant(user, 'viewer', { reason: 'Curious' }),
    );
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      role_code: 'viewer',
      scope: 'role',
      team_id: null,
      source: 'manual',
      reason: 'Curious',
    });
    expect([events, audit.length, outbox]).toEqual([[`grant.post_create ${result.body.id}`], 1, 1]);
    expect((await pod.call('GET', '/tasks')).status).toBe(200);

    const ended = await recorded(() => owner.call('DELETE', `/grants/${result.body.id}`));
    expect([ended.result.status, ended.events]).toEqual([204, [`grant.post_archive ${result.body.id}`]]);
    expect((await pod.call('GET', '/tasks')).status).toBe(403);
    expect((await user.call('GET', '/tasks')).status).toBe(403);
    expect((await owner.call('DELETE', `/grants/${result.body.id}`)).status).toBe(404);
    expect((await grant(user, 'viewer')).status).toBe(201);
  });

  it('grants a role once under concurrency', async () => {
    const user = await newUser();
    const answers = await Promise.all([grant(user, 'viewer'), grant(user, 'viewer'), grant(user, 'viewer')]);
    expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422]);
    expect((await grantsOf(user)).map((one: { role_code: string }) => one.role_code).sort()).toEqual([
      'bare',
      'viewer',
    ]);
  });

  it('rejects unknown references and invalid combinations with 422', async () => {
    const stranger = await service.newOrganization();
    const user = await newUser();
    const theirRole = (await stranger.call('GET', '/roles')).body.data[0].id;
    const theirTeam = (await stranger.call('POST', '/teams', { name: 'Theirs' })).body.id;
    const former = (await owner.call('POST', '/roles', { code: 'former', name: 'Former' })).body.id;
    await owner.call('DELETE', `/roles/${former}`);
    const dissolved = (await owner.call('POST', '/teams', { name: 'Dissolved' })).body.id;
    await owner.call('DELETE', `/teams/${dissolved}`);
    const attempts: [object, string][] = [
      [{ role_id: former }, 'role_id'],
      [{ scope: 'team', team_id: dissolved }, 'team_id'],
      [{ user_id: stranger.user.id }, 'user_id'],
      [{ user_id: 2_147_483_647 }, 'user_id'],
      [{ role_id: theirRole }, 'role_id'],
      [{ scope: 'team' }, 'team_id'],
      [{ team_id: 1 }, 'team_id'],
      [{ scope: 'team', team_id: theirTeam }, 'team_id'],
      [{ scope: 'org' }, 'scope'],
      [{ starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }, 'ends_at'],
      [{ source: 'pack' }, 'source'],
    ];
    for (const [more, field] of attempts) {
      const { result, ...left } = await recorded(() => grant(user, 'viewer', more));
      expect([more, result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([
        more,
        422,
        [field],
      ]);
      expect(left).toEqual(nothing);
    }
  });

  it('rejects permissions that the caller does not have with 403', async () => {
    const admin = await newUser('admin');
    const user = await newUser();
    for (const wider of ['owner', 'hr']) {
      const { result, ...left } = await recorded(() => grant(user, wider, {}, admin));
      expect([wider, result.status]).toEqual([wider, 403]);
      expect(left).toMatchObject({ events: [], audit: [{ event_id: null, record_id: null }], outbox: 0 });
    }
    expect((await grant(admin, 'owner', {}, admin)).status).toBe(403);
    expect((await grant(user, 'admin', {}, admin)).status).toBe(201);
    for (const role of ['hr', 'manager', 'employee', 'viewer', 'auditor']) {
      expect((await grant(user, 'viewer', {}, await newUser(role))).status).toBe(403);
    }
  });

  it('creates a grant that is in force only between starts_at and ends_at', async () => {
    const user = await newUser();
    const day = 86_400_000;
    const { body } = await grant(user, 'viewer', { starts_at: new Date(Date.now() + day).toISOString() });
    const sees = async () => (await user.call('GET', '/tasks')).status;
    expect(await sees()).toBe(403);
    await setGrant(body.id, sql`starts_at = now() - interval '1 second'`);
    expect(await sees()).toBe(200);
    await setGrant(body.id, sql`ends_at = now() + interval '1 hour'`);
    expect(await sees()).toBe(200);
    await setGrant(body.id, sql`ends_at = now()`);
    expect(await sees()).toBe(403);
  });
});

describe('grants of other users', () => {
  it('are visible with grant:read, and cannot be ended without the permission', async () => {
    const user = await newUser('employee');
    const [theirs] = await grantsOf(user);
    const auditor = await newUser('auditor');
    expect((await auditor.call('DELETE', `/grants/${theirs.id}`)).status).toBe(403);
    const [ownersGrant] = await grantsOf(owner);
    const seen = await user.call('GET', '/grants');
    expect(seen.body.data.map((one: { id: number }) => one.id)).toEqual([theirs.id]);
    const admin = await newUser('admin');
    expect((await admin.call('DELETE', `/grants/${ownersGrant.id}`)).status).toBe(403);
  });

  it('are outside the scope own', async () => {
    const permissions = [
      { permission: 'grant:read', scopes: ['org'] },
      { permission: 'grant:create', scopes: ['own'] },
      { permission: 'grant:archive', scopes: ['own'] },
      { permission: 'role:read', scopes: ['org'] },
    ];
    const bare = await owner.call('POST', '/roles', { code: 'barer', name: 'Barer' });
    const { body: role } = await owner.call('POST', '/roles', {
      code: 'self_service',
      name: 'Self service',
      permissions,
    });
    const user = await newUser();
    const other = await newUser();
    await owner.call('POST', '/grants', { user_id: user.user.id, role_id: role.id });
    const theirs = await owner.call('POST', '/grants', { user_id: other.user.id, role_id: bare.body.id });

    expect((await user.call('DELETE', `/grants/${theirs.body.id}`)).status).toBe(403);
    const give = (user_id: number) => user.call('POST', '/grants', { user_id, role_id: bare.body.id });
    expect((await give((await newUser()).user.id)).status).toBe(403);
    const mine = await give(user.user.id);
    expect(mine.status).toBe(201);
    expect((await user.call('DELETE', `/grants/${mine.body.id}`)).status).toBe(204);
  });
});

describe('the last owner', () => {
  it('cannot end their grant', async () => {
    const alone = await service.newOrganization();
    const [only] = (await alone.call('GET', `/grants?user_id=${alone.user.id}`)).body.data;
    const { status, body } = await alone.call('DELETE', `/grants/${only.id}`);
    expect([status, body.details.fieldErrors]).toEqual([422, { id: [expect.any(String)] }]);
    expect((await alone.call('GET', '/audit-log')).status).toBe(200);
  });

  it('remains when two owners concurrently end the grant of the other', async () => {
    const second = await newUser('owner');
    const [[one], [two]] = [await grantsOf(owner), await grantsOf(second)];
    const { result, events } = await recorded(() =>
      Promise.all([owner.call('DELETE', `/grants/${two.id}`), second.call('DELETE', `/grants/${one.id}`)]),
    );
    const left = (await Promise.all([owner, second].map((user) => user.call('GET', '/audit-log')))).map(
      (a) => a.status,
    );
    expect(left.sort()).toEqual([200, 403]);
    expect(result.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(events).toHaveLength(1);
    if ((await owner.call('GET', '/audit-log')).status === 403) owner = second;
  });

  it('is the only permanent owner who can sign in', async () => {
    const suspended = await newUser('owner');
    await executeOperational(
      service.platform,
      sql`update users set status = 'suspended' where org_id = ${owner.user.org_id} and id = ${suspended.user.id} returning id`,
    );
    await grant(await newUser(), 'owner', { ends_at: new Date(Date.now() + 3_600_000).toISOString() });
    const mine = (await grantsOf(owner)).find((one: { role_code: string }) => one.role_code === 'owner');
    expect((await owner.call('DELETE', `/grants/${mine.id}`)).status).toBe(422);
  });
});

describe('GET /grants', () => {
  const ids = async (query: string, by = owner) => {
    const { status, body } = await by.call('GET', `/grants?${query}`);
    return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
  };

  it('searches, filters and sorts', async () => {
    const user = await newUser();
    const [first] = await grantsOf(user);
    const curious = (await grant(user, 'viewer', { reason: 'Curious' })).body;
    const bounded = (await grant(user, 'auditor', { ends_at: '2099-01-01T00:00:00Z' })).body;
    const of = `user_id=${user.user.id}`;
    expect(await ids(of)).toEqual([first.id, curious.id, bounded.id]);
    expect(await ids(`${of}&sort=ends_at,-created_at`)).toEqual([bounded.id, curious.id, first.id]);
    expect(await ids(`${of}&q=cur`)).toEqual([curious.id]);
    expect(await ids(`${of}&role_id=${roles.auditor}&scope=role,own`)).toEqual([bounded.id]);
    expect(await ids(`${of}&ends_at_is_null=false`)).toEqual([bounded.id]);
    expect(await ids(`${of}&team_id_is_null=false`)).toEqual([]);
    expect([await ids('sort=role_code'), await ids('source=gift')]).toEqual([422, 422]);
    expect(await ids(of, await newUser('employee'))).toEqual([]);
  });

  it('lists ended grants to users with grant:manage, and restores none', async () => {
    const user = await newUser();
    const { id } = (await grant(user, 'viewer')).body;
    await owner.call('DELETE', `/grants/${id}`);
    const of = `user_id=${user.user.id}&role_id=${roles.viewer}`;
    expect([await ids(of), await ids(`${of}&deleted=true`)]).toEqual([[], [id]]);
    expect(await ids('deleted=true', await newUser('hr'))).toBe(403);
    const { result, ...left } = await recorded(() => owner.call('POST', `/grants/${id}/restore`));
    expect([result.status, left]).toEqual([404, nothing]);
  });
});
