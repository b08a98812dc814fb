import { decryptMail, type NumberedEvent } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorizationLane } from './authorization.lane.ts';
import { projectAuthorizationChecks } from './lane.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  admin = await service.newUser(owner, ['admin']);
});

const create = async (by: Client, body: object = {}): Promise<number> =>
  (await by.call('POST', '/webhooks', { url: 'http://localhost:9/hook?token=receivers-own', ...body })).body
    .id;
const show = async (id: number) => (await owner.call('GET', `/webhooks/${id}`)).body;
const checks = () =>
  service.rows<{ due_at: Date }>(
    sql`select due_at from webhook_authorization_checks where org_id = ${owner.user.org_id}`,
  );
const isDue = async () =>
  (await authorizationLane.due(service.platform)).some(
    (payload: any) => payload.org_id === owner.user.org_id,
  );

/** Projects the events in the outbox, as the relay would. Returns the number of wake-ups. */
async function relay(): Promise<number> {
  const { org_id } = owner.user;
  const events = await executeOperational<NumberedEvent>(
    service.platform,
    sql`with taken as (delete from outbox where org_id = ${org_id} returning event_id)
      select e.org_id, e.id::float8 as event_id, e.id::float8 as seq, e.occurred_at, e.event_type, e.aggregate_type,
        e.aggregate_id::float8 as aggregate_id, e.is_private
      from taken t join events e on e.org_id = ${org_id} and e.id = t.event_id order by e.id`,
  );
  const project = executeOperationalInTransaction(service.platform, (tx) =>
    projectAuthorizationChecks(tx, events),
  );
  return (await project).length;
}

const run = () =>
  authorizationLane.run({
    platform: service.platform,
    payload: { org_id: owner.user.org_id },
    origin: { request_id: 'lane-test', ip: null, user_agent: null },
    emits: authorizationLane.emits,
    log: service.platform.log,
    note: async () => undefined,
    signal: new AbortController().signal,
  } as never);

/** Relays events, runs the lane, and returns what it recorded and the mails. */
async function check() {
  await relay();
  const mark = (
    await service.rows<{ id: number }>(sql`select coalesce(max(id), 0)::float8 as id from mails`)
  )[0];
  const recorded = await recordedBy(service, owner.user.org_id, run);
  const mails = await service.rows<any>(
    sql`select * from mails where org_id = ${owner.user.org_id} and id > ${mark?.id} order by to_address`,
  );
  const { result: nextRun, ...left } = recorded;
  return {
    ...{ nextRun, ...left },
    mails: mails.map(({ to_address, kind, content_enc }) => ({
      ...{ to: to_address, kind },
      ...decryptMail(service.config, owner.user.org_id, content_enc),
    })),
  };
}
const unnoticed = { ...nothing, mails: [] };

async function endGrants(user: Client): Promise<void> {
  const { data } = (await owner.call('GET', `/grants?user_id=${user.user.id}`)).body;
  for (const { id } of data) expect((await owner.call('DELETE', `/grants/${id}`)).status).toBe(204);
}

describe('an endpoint whose user may no longer read its events', () => {
  it('is reported once to the admins, continues to receive events, and can be confirmed', async () => {
    const second = await service.newUser(owner, ['admin']);
    const id = await create(admin);
    expect(await check()).toMatchObject(unnoticed);
    await endGrants(admin);
    const reported = await check();
    expect(reported).toMatchObject({
      events: [`webhook_endpoint.authorization_lost ${id}`],
      audit: [{ action: 'lose_authorization', resource: 'webhook_endpoint', record_id: id }],
      outbox: 1,
    });
    expect(reported.mails.map(({ to, kind }) => [to, kind])).toEqual(
      [owner, second].map(({ user }) => [user.email, 'webhook_authorization_lost']).sort(),
    );
    expect(reported.mails[0]?.text).toContain(`/api/webhooks/${id}`);
    expect(JSON.stringify(reported)).not.toContain('receivers-own');
    const lost = await show(id);
    expect(lost).toMatchObject({ is_active: true, authorized_by: admin.user.id, updated_by: admin.user.id });
    expect(lost.authorization_lost_at).toMatch(/^\d{4}-.*Z$/);
    const { data } = (await owner.call('GET', '/webhooks?authorization_lost_at_is_null=false')).body;
    expect(data.map((one: any) => one.id)).toEqual([id]);
    expect(await check()).toMatchObject(unnoticed);
    await owner.call('PATCH', `/webhooks/${id}`, { description: 'Still lost' });
    expect(await check()).toMatchObject(unnoticed);
    expect((await show(id)).authorization_lost_at).toBe(lost.authorization_lost_at);

    const confirmed = await owner.call('PATCH', `/webhooks/${id}`, { is_active: true });
    expect(confirmed.body).toMatchObject({ authorized_by: owner.user.id, authorization_lost_at: null });
    expect(await check()).toMatchObject(unnoticed);
  });

  it('is no longer marked when the user may read them again, and reported again after another loss', async () => {
    const id = await create(admin);
    await endGrants(admin);
    expect((await check()).events).toHaveLength(1);
    const { data } = (await owner.call('GET', '/roles?limit=100')).body;
    const role_id = data.find((one: any) => one.code === 'admin').id;
    await owner.call('POST', '/grants', { user_id: admin.user.id, role_id, scope: 'role' });
    expect(await check()).toMatchObject(unnoticed);
    expect((await show(id)).authorization_lost_at).toBeNull();
    await endGrants(admin);
    expect((await check()).events).toEqual([`webhook_endpoint.authorization_lost ${id}`]);
  });

  it('is found after a change of a role and of an account', async () => {
    const body = {
      ...{ code: 'integrator', name: 'Integrator' },
      permissions: ['webhook_endpoint:manage', 'task:read', 'task_comment:read', 'team:read'].map(
        (permission) => ({
          ...{ permission, scopes: ['org'] },
        }),
      ),
    };
    const role = (await owner.call('POST', '/roles', body)).body;
    const integrator = await service.newUser(owner, ['integrator']);
    const tasks = await create(integrator, { event_types: ['task.*'] });
    const teams = await create(integrator, { event_types: ['team.*'] });
    expect(await check()).toMatchObject(unnoticed);
    const path = `/roles/${role.id}/permissions`;
    expect((await owner.call('PUT', path, { permissions: body.permissions.slice(0, 3) })).status).toBe(200);
    expect((await check()).events).toEqual([`webhook_endpoint.authorization_lost ${teams}`]);
    const status = await owner.call('POST', `/users/${integrator.user.id}/deactivate`, {});
    expect(status.status).toBe(200);
    expect((await check()).events).toEqual([`webhook_endpoint.authorization_lost ${tasks}`]);
  });
});

it('finds endpoints that were created before their event types required a further permission', async () => {
  const id = await create(owner, { event_types: ['task.*'] });
  const permissions = ['webhook_endpoint:manage', 'task:read'].map((permission) => ({
    permission,
    scopes: ['org'],
  }));
  await owner.call('POST', '/roles', { code: 'earlier', name: 'Earlier', permissions });
  const earlier = await service.newUser(owner, ['earlier']);
  await executeOperational(
    service.platform,
    sql`update webhook_endpoints set authorized_by = ${earlier.user.id}
      where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
  expect((await check()).events).toEqual([`webhook_endpoint.authorization_lost ${id}`]);
  expect(await show(id)).toMatchObject({ is_active: true });
});

describe('checks', () => {
  it('follow changes of permissions and endpoints only, and are repeated once a day', async () => {
    await relay();
    expect([await checks(), await run()]).toEqual([[], null]);
    const id = await create(owner);
    expect([await relay(), await isDue()]).toEqual([1, true]);
    const next = (await run()) as Date;
    expect([await isDue(), Math.round((next.getTime() - Date.now()) / 3_600_000)]).toEqual([false, 24]);
    await owner.call('POST', '/tasks', { title: 'Irrelevant' });
    expect([await relay(), await isDue()]).toEqual([0, false]);
    await service.newUser(owner, ['employee']);
    expect([await relay(), await isDue()]).toEqual([1, true]);
    await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
    expect(await relay()).toBe(0);
    expect([await run(), await checks()]).toEqual([null, []]);
  });

  it('ignore endpoints that are inactive or deleted', async () => {
    const [inactive, deleted] = [await create(admin), await create(admin)];
    await create(owner);
    await owner.call('PATCH', `/webhooks/${inactive}`, { is_active: false });
    await owner.call('DELETE', `/webhooks/${deleted}`);
    await endGrants(admin);
    expect(await check()).toMatchObject(unnoticed);
  });

  it('use the user of the last change for endpoints of the previous release', async () => {
    const id = await create(admin);
    await executeOperational(
      service.platform,
      sql`update webhook_endpoints set authorized_by = null where org_id = ${owner.user.org_id} and id = ${id} returning id`,
    );
    await endGrants(admin);
    expect((await check()).events).toEqual([`webhook_endpoint.authorization_lost ${id}`]);
    expect((await show(id)).authorized_by).toBe(admin.user.id);
  });
});
