import { areasOf, catalogueOf } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPastEvents, insertDelivery } from '../testing/past-events.ts';

const { sql } = Prisma;
const from = new Date(Date.now() - 60_000).toISOString();

let service: TestService;
let owner: Client;
let rolesMade = 0;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

/** A user with these permissions for the whole organization, or with scopes as `task:read@own`. */
async function userWith(...permissions: string[]): Promise<Client> {
  rolesMade += 1;
  const code = `reads_${rolesMade}`;
  const { status, body } = await owner.call('POST', '/roles', {
    ...{ code, name: code },
    permissions: permissions.map((one) => {
      const [permission, scope = 'org'] = one.split('@');
      return { permission, scopes: [scope] };
    }),
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return service.newUser(owner, [code]);
}

const keyOf = async (permissions: string[]): Promise<Client> => {
  const { body } = await owner.call('POST', '/api-keys', { name: 'Narrow', permissions });
  return createTestClient(service.url, { access_token: body.key, user: owner.user });
};
const create = async (body: object = {}, by = owner) =>
  (await by.call('POST', '/webhooks', { url: unreachableUrl(), ...body })).body;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

/** An endpoint with a failed delivery of a task's event. */
async function failedEndpoint(event_types: string[] = ['task.*']) {
  const { id, url } = await create({ event_types });
  const [event] = await createPastEvents(service, owner, 1);
  const delivery = await insertDelivery(service, owner.user.org_id, id, event, 1, 'failed');
  return { id, url, delivery };
}

const message = (permissions: string) =>
  `Requires ${permissions} for the whole organization, to send events of these types`;

describe('a caller without permission to read the events', () => {
  const callers: [string, () => Promise<Client>][] = [
    ['a role with all rights on endpoints', () => userWith('webhook_endpoint:manage', 'task_comment:read')],
    [
      'an API key of an owner with all rights on endpoints',
      () => keyOf(['webhook_endpoint:manage', 'task_comment:read']),
    ],
    [
      'a role that reads own tasks only',
      () => userWith('webhook_endpoint:manage', 'task_comment:read', 'task:read@own'),
    ],
  ];
  it.each(callers)('%s: is rejected by every operation that sends events', async (_, make) => {
    const by = await make();
    const { id, url, delivery } = await failedEndpoint();
    const inactive = (await create({ event_types: ['task.*'] })).id;
    await owner.call('PATCH', `/webhooks/${inactive}`, { is_active: false });
    const deleted = (await create({ event_types: ['task.*'] })).id;
    await owner.call('DELETE', `/webhooks/${deleted}`);
    const rejected: [string, string, object?][] = [
      ['POST', '/webhooks', { url, event_types: ['task.completed'] }],
      ['POST', `/webhooks/${deleted}/restore`],
      ['PATCH', `/webhooks/${id}`, { url: 'http://localhost:9/other' }],
      ['PATCH', `/webhooks/${id}`, { event_types: ['task.completed'] }],
      ['PATCH', `/webhooks/${id}`, { headers: { 'x-receiver': 'other' } }],
      ['PATCH', `/webhooks/${id}`, { is_active: true }],
      ['PATCH', `/webhooks/${inactive}`, { is_active: true, description: 'Enabled' }],
      ['POST', `/webhooks/${id}/rotate-secret`],
      ['POST', `/webhooks/${id}/replay`, { from }],
      ['POST', `/webhooks/${id}/deliveries/retry-failed`, { since: from }],
      ['POST', `/webhooks/${id}/deliveries/${delivery}/retry`],
    ];
    for (const [method, path, body] of rejected) {
      const { result, audit, ...left } = await recorded(() => by.call(method, path, body));
      expect([method, path, result.status, result.body.error]).toEqual([
        ...[method, path, 403],
        message('task:read'),
      ]);
      // The audit log has an entry for each denied call, without values.
      expect([left.events, audit.map(({ after }) => after)]).toEqual([[], [null]]);
    }
    for (const [path, body] of [
      [`/webhooks/${id}`, { url, event_types: ['task.*'], headers: {}, description: 'Same receiver' }],
      [`/webhooks/${id}`, { rate_limit_per_second: 5, ordered: true }],
      [`/webhooks/${id}`, { is_active: false }],
    ] as const)
      expect((await by.call('PATCH', path, body)).status).toBe(200);
    expect((await owner.call('GET', `/webhooks/${id}`)).body.authorized_by).toBe(owner.user.id);
  });
});

describe('the required permissions', () => {
  it.each([
    [['task.completed'], 'task:read'],
    [['task.comment.created', 'team.*'], 'task:read, task_comment:read, team:read'],
    [['employee.change_scheduled'], 'employee:read, employee_change:read'],
    [['organization.setting_changed'], 'organization:read, organization_setting:read'],
    [['prompt_run.*'], 'prompt_run:read, task:read'],
    [['user.post_update'], 'user:read'],
    [['auth.login'], 'audit_log:read, user:read'],
    [['user.*'], 'audit_log:read, user:read'],
    [['user.email_change_requested'], 'audit_log:read, user:read'],
    [['file.post_create'], 'audit_log:read'],
    [['export.post_export', 'import.*'], 'audit_log:read'],
    [['audit_search.*'], 'audit_log:read'],
    [['workflow.started', 'kudos.*'], 'audit_log:read'],
    [['webhook.test'], null],
    [
      ['api_key.*', 'employee.*', 'enum.*', 'grant.*', 'position.*', 'role.*'],
      'api_key:read, employee:read, employee_change:read, enum:read, grant:read and 2 more',
    ],
  ])('of %j are %s', async (event_types, expected) => {
    const by = await userWith('webhook_endpoint:manage');
    const { status, body } = await by.call('POST', '/webhooks', { url: unreachableUrl(), event_types });
    expect([status, body.error]).toEqual(expected === null ? [201, undefined] : [403, message(expected)]);
  });

  it('of an empty list are those of all types', async () => {
    const by = await userWith('webhook_endpoint:manage', 'task:read', 'audit_log:read');
    const { status, body } = await by.call('POST', '/webhooks', { url: unreachableUrl() });
    expect([status, body.error]).toEqual([403, expect.stringContaining(' more for the whole organization')]);
  });

  it('follow the aggregate of each type, not its prefix', async () => {
    const types = catalogueOf(areasOf(service.platform)).filter(({ type }) => type.startsWith('auth.'));
    expect(types.length).toBeGreaterThan(10);
    const by = await userWith('webhook_endpoint:manage', 'audit_log:read');
    for (const { type } of types) {
      const { status, body } = await by.call('POST', '/webhooks', {
        url: unreachableUrl(),
        event_types: [type],
      });
      expect([type, status, body.error]).toEqual([type, 403, message('user:read')]);
    }
  });
});

it('lets owners and administrators, and keys with the permissions, send all or some events', async () => {
  const admin = await service.newUser(owner, ['admin']);
  const key = await keyOf(['webhook_endpoint:manage', 'task:read', 'task_comment:read']);
  for (const by of [owner, admin]) {
    const { status, body } = await by.call('POST', '/webhooks', { url: unreachableUrl() });
    expect([status, body.authorized_by, body.authorization_lost_at]).toEqual([201, by.user.id, null]);
    expect((await by.call('POST', `/webhooks/${body.id}/replay`, { from })).status).toBe(202);
  }
  const { status, body } = await key.call('POST', '/webhooks', {
    url: unreachableUrl(),
    event_types: ['task.*'],
  });
  expect([status, body.authorized_by]).toEqual([201, owner.user.id]);
  expect((await key.call('PATCH', `/webhooks/${body.id}`, { event_types: [] })).status).toBe(403);
});

it('compares a replay and a retry with the types that both the request and the endpoint include', async () => {
  const by = await userWith('webhook_endpoint:manage', 'task:read', 'task_comment:read');
  const { id } = await create();
  const replay = (body: object) => by.call('POST', `/webhooks/${id}/replay`, { from, ...body });
  const retry = (body: object) =>
    by.call('POST', `/webhooks/${id}/deliveries/retry-failed`, { since: from, ...body });
  expect([(await replay({})).status, (await retry({})).status]).toEqual([403, 403]);
  const event_types = ['task.*'];
  expect([(await replay({ event_types })).status, (await retry({ event_types })).status]).toEqual([202, 202]);
  const narrow = (await create({ event_types })).id;
  expect((await by.call('POST', `/webhooks/${narrow}/replay`, { from })).status).toBe(202);
});

describe('events of types that the endpoint received before', () => {
  const asSignIn = (id: number) =>
    executeOperational(
      service.platform,
      sql`update webhook_deliveries set event_type = 'auth.login'
        where org_id = ${owner.user.org_id} and webhook_id = ${id} returning id::float8`,
    );

  it('are not retried for callers who may not read them', async () => {
    const by = await userWith('webhook_endpoint:manage', 'task:read', 'task_comment:read');
    const { id, delivery } = await failedEndpoint();
    await asSignIn(id);
    for (const [path, body] of [
      ['retry-failed', { since: from }],
      [`${delivery}/retry`, undefined],
    ] as const) {
      const { result, events } = await recorded(() =>
        by.call('POST', `/webhooks/${id}/deliveries/${path}`, body),
      );
      expect([result.status, result.body.error, events]).toEqual([
        ...[403, message('audit_log:read, user:read'), []],
      ]);
    }
    const { total } = (await owner.call('GET', `/webhooks/${id}/deliveries?status=pending`)).body;
    expect(total).toBe(0);
  });

  it('are not sent to another receiver while they wait', async () => {
    const by = await userWith('webhook_endpoint:manage', 'task:read', 'task_comment:read');
    const { id } = await create({ event_types: ['task.*'] });
    const [event] = await createPastEvents(service, owner, 1);
    await insertDelivery(service, owner.user.org_id, id, event, 1, 'pending');
    await asSignIn(id);
    const redirect = (as: Client) => as.call('PATCH', `/webhooks/${id}`, { url: 'http://localhost:9/new' });
    const { result, events } = await recorded(() => redirect(by));
    expect([result.status, result.body.error, events]).toEqual([
      ...[403, message('audit_log:read, user:read'), []],
    ]);
    expect((await by.call('PATCH', `/webhooks/${id}`, { event_types: ['task.completed'] })).status).toBe(200);
    expect((await redirect(owner)).status).toBe(200);
  });
});

describe('authorized_by', () => {
  it('is the user who last changed what the endpoint receives or where to', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const { id, url } = await create();
    const patch = async (by: Client, body: object) => {
      const { result, events } = await recorded(() => by.call('PATCH', `/webhooks/${id}`, body));
      return [result.body.authorized_by, events.length];
    };
    expect(await patch(admin, { description: 'Billing', url, event_types: [], headers: {} })).toEqual([
      ...[owner.user.id, 1],
    ]);
    expect(await patch(admin, { url, event_types: [], headers: {} })).toEqual([owner.user.id, 0]);
    expect(await patch(admin, { event_types: ['task.*'] })).toEqual([admin.user.id, 1]);
    expect(await patch(owner, { headers: { 'x-key': 'k' } })).toEqual([owner.user.id, 1]);
    expect(await patch(admin, { url: 'http://localhost:9/second' })).toEqual([admin.user.id, 1]);
    expect(await patch(owner, { is_active: true })).toEqual([owner.user.id, 1]);
    expect(await patch(owner, { is_active: true })).toEqual([owner.user.id, 0]);
    const { data } = (await owner.call('GET', `/webhooks?authorized_by=${owner.user.id}`)).body;
    expect(data.map((one: any) => one.id)).toContain(id);
  });

  it('is rejected in requests', async () => {
    const { result, ...left } = await recorded(() =>
      owner.call('POST', '/webhooks', { url: unreachableUrl(), authorized_by: owner.user.id }),
    );
    expect([result.status, left]).toEqual([422, nothing]);
  });
});
