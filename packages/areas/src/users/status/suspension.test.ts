import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing } from '@wfp/testing/recorded.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newApiKey,
  person,
  recording,
  setOrganizationStatus,
  signIn,
  statusAndErrors,
} from '../testing/people.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1' });
  owner = await service.newOrganization();
  await setOrganizationStatus(service, owner, 'active');
  admin = await service.newUser(owner, ['admin']);
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const post = (by: Client, { user }: Pick<Client, 'user'>, act: string, body?: object) =>
  by.call('POST', `/users/${user.id}/${act}`, body);
const suspend = (by: Client, of: Pick<Client, 'user'>, body = {}) => post(by, of, 'suspend', body);
const resume = (by: Client, of: Pick<Client, 'user'>) => post(by, of, 'resume');

describe('suspend', () => {
  it('ends sessions, rejects API keys until the user is resumed, and states the reason at sign-in', async () => {
    const user = await service.newUser(owner, ['employee']);
    const key = await newApiKey(service, user);
    const { id } = user.user;
    const task = await owner.call('POST', '/tasks', { title: 'Remains', assigned_to: id });
    const { result, events, audit } = await recorded(() => suspend(owner, user, { reason: 'Lost laptop' }));
    expect([result.status, result.body.status, result.body.suspension_reason]).toEqual([
      ...[200, 'suspended', 'Lost laptop'],
    ]);
    expect(events).toEqual([`user.post_update ${id}`, `user.suspended ${id}`, `auth.logout ${id}`]);
    expect(audit.map((entry) => [entry.action, entry.resource])).toEqual([
      ['suspend', 'user'],
      ['logout', 'session'],
    ]);
    for (const by of [user, key]) expect((await by.call('GET', '/users/me')).status).toBe(401);
    const login = await signIn(service, owner, user.user.email);
    expect([login.status, login.body.error]).toEqual([
      403,
      'Your account is suspended: contact an administrator of your organization',
    ]);
    const guessed = await signIn(service, owner, user.user.email, 'another password entirely');
    expect([guessed.status, guessed.body.error]).toEqual([401, 'Organization, email or password is wrong']);
    expect((await owner.call('GET', `/tasks/${task.body.id}`)).body.assigned_to).toBe(id);
    // Failed sign-ins are recorded after the response.
    const failedSignIns = () =>
      service.rows(sql`select id from events
        where org_id = ${owner.user.org_id} and aggregate_id = ${id} and event_type = 'auth.login_failed'`);
    await eventually(failedSignIns, (events) => events.length === 2);

    const back = await recorded(() => resume(owner, user));
    expect([back.result.status, back.result.body.status, back.result.body.suspension_reason]).toEqual([
      ...[200, 'active', null],
    ]);
    expect(back.events).toEqual([`user.post_update ${id}`, `user.resumed ${id}`]);
    expect(back.audit.map((entry) => entry.action)).toEqual(['resume']);
    expect((await user.call('GET', '/users/me')).status).toBe(401);
    expect((await key.call('GET', '/users/me')).status).toBe(200);
    expect((await signIn(service, owner, user.user.email)).status).toBe(200);
  });

  it('ends an open stream', async () => {
    const watcher = await service.newUser(owner, ['employee']);
    const stream = await openStream(service.url, watcher.token);
    await suspend(owner, watcher);
    await stream.until('the end of the stream', (one) => one.isClosed);
  });

  it('shows the reason only to users with user:manage', async () => {
    const user = await service.newUser(owner, ['employee']);
    await suspend(owner, user, { reason: 'An investigation' });
    const shown = async (by: Client) => (await by.call('GET', `/users/${user.user.id}`)).body;
    expect(await shown(admin)).toMatchObject({ status: 'suspended', suspension_reason: 'An investigation' });
    for (const role of ['hr', 'employee', 'auditor'])
      expect(await shown(await service.newUser(owner, [role]))).toMatchObject({
        ...{ status: 'suspended', suspension_reason: null },
      });
  });

  it('is rejected for oneself, the last owner, and users with more permissions', async () => {
    const hr = await service.newUser(owner, ['hr']);
    const employee = await service.newUser(owner, ['employee']);
    const attempts = [
      [owner, owner, 422],
      [admin, owner, 403],
      [admin, hr, 403],
      [hr, employee, 403],
    ] as const;
    for (const [by, of, status] of attempts) {
      const { result, events, outbox } = await recorded(() => suspend(by, of));
      expect([result.status, events, outbox]).toEqual([status, [], 0]);
    }
    expect((await suspend(admin, employee)).status).toBe(200);
  });

  it('leaves one of two owners who suspend each other concurrently', async () => {
    const first = await service.newOrganization();
    const second = await service.newUser(first, ['owner']);
    const answers = await Promise.all([suspend(first, second), suspend(second, first)]);
    expect(answers.map((one) => one.status).sort()[0]).toBe(200);
    const alive = await Promise.all([first, second].map((one) => one.call('GET', '/users/me')));
    expect(alive.map((one) => one.status).sort()).toEqual([200, 401]);
  });

  it('is rejected for users who are not active', async () => {
    const invited = (await owner.call('POST', '/users', person())).body;
    const suspended = await service.newUser(owner, ['employee']);
    await suspend(owner, suspended);
    for (const [of, status] of [
      [{ user: invited }, 'invited'],
      [suspended, 'suspended'],
    ] as const) {
      const { result, ...left } = await recorded(() => suspend(owner, of));
      expect(statusAndErrors(result)).toEqual([422, { id: [`Must be active; is ${status}`] }]);
      expect(left).toEqual(nothing);
    }
  });
});

describe('a suspended user', () => {
  it('cannot be reactivated, but deactivated, which revokes the keys and deletes the reason', async () => {
    const user = await service.newUser(owner, ['employee']);
    const key = await newApiKey(service, user);
    await suspend(owner, user, { reason: 'Any' });
    expect(statusAndErrors(await post(owner, user, 'reactivate'))).toEqual([
      ...[422, { id: ['Is not deactivated'] }],
    ]);
    const deactivated = await post(owner, user, 'deactivate', {});
    expect(deactivated.body).toMatchObject({ status: 'deactivated', suspension_reason: null });
    expect(statusAndErrors(await resume(owner, user))).toEqual([422, { id: ['Is not suspended'] }]);
    expect((await post(owner, user, 'reactivate')).body.status).toBe('active');
    expect((await key.call('GET', '/users/me')).status).toBe(401);
  });

  it('gets no password reset', async () => {
    const [user, other] = [await service.newUser(owner, []), await service.newUser(owner, [])];
    const { org_slug } = (await owner.call('GET', '/users/me')).body;
    await suspend(owner, user);
    const resetsOf = async (one: Client) =>
      (await service.mails(one.user.email)).filter((mail) => mail.kind === 'password_reset').length;
    for (const { user: one } of [user, other])
      await service.call('POST', '/auth/password-reset', { org_slug, email: one.email });
    await eventually(
      () => resetsOf(other),
      (count) => count === 1,
    );
    expect(await resetsOf(user)).toBe(0);
  });

  it('stays without access after a termination and a rehire', async () => {
    const user = await service.newUser(owner, ['employee']);
    const people = peopleOf(owner);
    const { id } = await people.hire({ user_id: user.user.id });
    await suspend(owner, user);
    expect((await people.terminate(id, day(-1))).status).toBe(200);
    expect(
      (await owner.call('POST', `/employees/${id}/rehire`, { hire_date: day(0), reason_code: 'returned' }))
        .status,
    ).toBe(200);
    expect((await owner.call('GET', `/users/${user.user.id}`)).body.status).toBe('deactivated');
  });
});
