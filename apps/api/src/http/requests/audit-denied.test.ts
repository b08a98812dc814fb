import { type Caller, type Endpoint, forbidden, type Platform, systemCaller } from '@wfp/shared';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDeniedAudit } from './audit-denied.ts';

let service: TestService;
let owner: Client;
let viewer: Client;
let bare: Client;
let key: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  viewer = await service.newUser(owner, ['viewer']);
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  bare = await service.newUser(owner, ['bare']);
  const made = await owner.call('POST', '/api-keys', { name: 'Key', permissions: ['task:read'] });
  key = createTestClient(service.url, { access_token: made.body.key, user: owner.user });
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

type Denied = [method: string, path: string, entry: Parameters<typeof onlyDenial>];

describe('a denied request', () => {
  it.each<Denied>([
    ['POST', '/tasks', ['create', 'task', null]],
    ['DELETE', '/tasks/7', ['archive', 'task', 7]],
    ['POST', '/tasks/7/comments/9/restore', ['manage', 'task_comment', 9]],
    ['PATCH', '/tasks/0', ['update', 'task', null]],
    ['PATCH', '/tasks/-7', ['update', 'task', null]],
    ['PATCH', '/tasks/1.5', ['update', 'task', null]],
    ['PATCH', '/tasks/9007199254740993', ['update', 'task', null]],
  ])('is recorded with its right, resource and id: %s %s', async (method, path, entry) => {
    const { result, ...left } = await recorded(() => viewer.call(method, path, {}));
    expect([result.status, left]).toEqual([403, onlyDenial(...entry)]);
  });

  it.each<Denied>([
    ['PATCH', '/teams/7/members/9', ['update', 'team', 7]],
    ['POST', '/webhooks/7/deliveries/9/retry', ['update', 'webhook_endpoint', 7]],
    ['POST', '/tasks/7/comments', ['create', 'task_comment', null]],
    ['GET', '/users/7/identities', ['read', 'user_identity', null]],
    ['DELETE', '/users/7/identities/9', ['archive', 'user_identity', 9]],
    ['POST', '/prompt-runs/7/apply', ['update', 'task', null]],
    ['GET', '/events/task/7', ['read', 'event', null]],
    ['GET', '/audit-log/searches/7', ['read', 'audit_log', null]],
  ])('is not recorded with the id of another record: %s %s', async (method, path, entry) => {
    const { result, ...left } = await recorded(() => bare.call(method, path, {}));
    expect([result.status, left]).toEqual([403, onlyDenial(...entry)]);
  });

  it('is recorded with its method and first path segment if no permission is required', async () => {
    const passwords = { current_password: 'one of them', new_password: 'a quite different password' };
    const { result, ...left } = await recorded(() => key.call('POST', '/auth/password', passwords));
    expect([result.status, left]).toEqual([403, onlyDenial('post', 'auth')]);
    const code = { code: '000000' };
    const confirmed = await recorded(() => key.call('POST', '/mfa/totp/7/confirm', code));
    expect([confirmed.result.status, confirmed.audit]).toMatchObject([
      403,
      [{ action: 'post', resource: 'mfa', record_id: 7 }],
    ]);
  });

  it('is recorded if a rule of the operation denies it', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const { data } = (await owner.call('GET', '/roles?code=owner')).body;
    const grant = { user_id: admin.user.id, role_id: data[0].id };
    const { result, ...left } = await recorded(() => admin.call('POST', '/grants', grant));
    expect([result.status, left]).toEqual([403, onlyDenial('create', 'grant')]);
  });
});

it('records no request that fails for another reason', async () => {
  const { result, ...left } = await recorded(async () => [
    (await service.call('DELETE', '/tasks/7', undefined, { authorization: 'Bearer forged' })).status,
    (await owner.call('DELETE', '/tasks/2147483647')).status,
    (await owner.call('POST', '/tasks', {})).status,
  ]);
  expect([result, left]).toEqual([[401, 404, 422], nothing]);
});

describe('createDeniedAudit', () => {
  const endpoint = { method: 'delete', path: '/tasks/:id', can: 'task:archive' } as unknown as Endpoint;
  const audit = createDeniedAudit(endpoint, [{ name: 'tasks', about: 'Tasks.', endpoints: [endpoint] }]);
  const req = { params: { id: '7' } } as unknown as Request;
  const denied = forbidden('rule', 'Not permitted');
  const deny = (caller: Caller | null) =>
    recorded(() => audit(req, caller, () => Promise.reject(denied)).catch((error: unknown) => error));

  it('rethrows the error of a request without credentials, and records nothing', async () => {
    const { result, ...left } = await deny(null);
    expect([result, left]).toEqual([denied, nothing]);
  });

  it('rethrows the error if the entry cannot be written, and logs the failure', async () => {
    const warn = vi.fn();
    const platform = { ...service.platform, log: { warn } as unknown as Platform['log'] };
    const origin = { request_id: 'denied', ip: null, user_agent: null };
    const caller = { ...systemCaller(platform, owner.user.org_id, origin, []), user_id: Number.NaN };
    const { result, ...left } = await deny(caller);
    expect([result, left]).toEqual([denied, nothing]);
    const message = 'Could not record a denied call in the audit log';
    expect(warn.mock.calls).toEqual([[{ err: expect.any(Error) }, message]]);
  });
});
