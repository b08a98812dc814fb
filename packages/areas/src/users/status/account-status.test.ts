import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing } from '@wfp/testing/recorded.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newApiKey,
  person,
  recording,
  roleId,
  setOrganizationStatus,
  signIn,
  statusAndErrors,
  tokenFor,
} from '../testing/people.ts';

let service: TestService;
let podB: string;
let owner: Client;
let admin: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1' });
  podB = await service.startPod();
  owner = await service.newOrganization();
  await setOrganizationStatus(service, owner, 'active');
  admin = await service.newUser(owner, ['admin']);
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const post = (by: Client, { user }: Pick<Client, 'user'>, act: string, body?: object) =>
  by.call('POST', `/users/${user.id}/${act}`, body);
const deactivate = (by: Client, of: Pick<Client, 'user'>, body = {}) => post(by, of, 'deactivate', body);
const onPodB = (by: Client) =>
  fetch(`${podB}/api/users/me`, { headers: { authorization: `Bearer ${by.token}` } });

describe('deactivate', () => {
  it('rejects sessions, tokens and keys from the next request on, on every pod', async () => {
    const leaver = await service.newUser(owner, ['employee']);
    const login = await signIn(service, owner, leaver.user.email);
    const key = await newApiKey(service, leaver);
    expect((await onPodB(leaver)).status).toBe(200);
    const { result, events, audit, outbox } = await recorded(() => deactivate(owner, leaver));
    expect([result.status, result.body.status]).toEqual([200, 'deactivated']);
    const { id } = leaver.user;
    expect(events).toEqual([
      ...[`user.post_update ${id}`, `user.deactivated ${id}`],
      ...[`auth.logout ${id}`, `auth.logout ${id}`],
      expect.stringMatching(/^api_key\.post_archive \d+$/),
    ]);
    expect(outbox).toBe(5);
    expect(audit.map((entry) => [entry.action, entry.resource])).toEqual([
      ['deactivate', 'user'],
      ['logout', 'session'],
      ['logout', 'session'],
      ['revoke', 'api_key'],
    ]);
    for (const by of [leaver, key]) {
      expect((await by.call('GET', '/users/me')).status).toBe(401);
      expect((await onPodB(by)).status).toBe(401);
    }
    const { refresh_token } = login.body;
    expect((await service.call('POST', '/auth/refresh', { refresh_token })).status).toBe(401);
    expect((await signIn(service, owner, leaver.user.email)).status).toBe(401);
    expect(statusAndErrors((await recorded(() => deactivate(owner, leaver))).result)).toEqual([
      422,
      { id: ['Is already deactivated'] },
    ]);
  });

  it('invalidates mailed tokens, also for the time after a reactivation', async () => {
    const leaver = await service.newUser(owner, ['employee']);
    const { email } = leaver.user;
    const org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
    await service.call('POST', '/auth/password-reset', { org_slug, email });
    await eventually(
      () => service.mails(email),
      (mails) => mails.some(({ kind }) => kind === 'password_reset'),
    );
    const new_password = 'a new fine password';
    const reset = { token: await tokenFor(service, email, 'password_reset'), new_password };
    const invited = person();
    const { id } = (await owner.call('POST', '/users/invite', invited)).body;
    const token = await tokenFor(service, invited.email, 'invitation');
    const invitation = { token, password: new_password };
    for (const user of [leaver, { user: { id } } as Client]) {
      expect((await deactivate(owner, user)).status).toBe(200);
      expect((await post(owner, user, 'reactivate')).status).toBe(200);
    }
    const confirm = () => service.call('POST', '/auth/password-reset/confirm', reset);
    const accept = () => service.call('POST', '/auth/invitation/accept', invitation);
    for (const use of [confirm, accept]) {
      const { result, ...left } = await recorded(use);
      expect([statusAndErrors(result), left]).toEqual([[422, { token: [expect.any(String)] }], nothing]);
    }
  });

  it('ends an open stream', async () => {
    const watcher = await service.newUser(owner, ['employee']);
    const stream = await openStream(service.url, watcher.token);
    expect(stream.status).toBe(200);
    await deactivate(owner, watcher);
    await stream.until('the end of the stream', (one) => one.isClosed);
  });

  it('reassigns open tasks, each with its event, but not done ones', async () => {
    const [leaver, reassignee] = [
      await service.newUser(owner, ['employee']),
      await service.newUser(owner, []),
    ];
    const assigned_to = leaver.user.id;
    const task = async (status: string) =>
      (await owner.call('POST', '/tasks', { title: status, status, assigned_to })).body.id;
    const [open, doing, done] = [await task('todo'), await task('in_progress'), await task('done')];
    const { result, events } = await recorded(() =>
      deactivate(owner, leaver, { reassign_to: reassignee.user.id }),
    );
    expect(result.status).toBe(200);
    expect(events.filter((event) => event.startsWith('task.'))).toEqual([
      `task.post_update ${open}`,
      `task.post_update ${doing}`,
    ]);
    const assignees = await Promise.all(
      [open, doing, done].map(async (id) => (await owner.call('GET', `/tasks/${id}`)).body.assigned_to),
    );
    expect(assignees).toEqual([reassignee.user.id, reassignee.user.id, assigned_to]);
  });

  it('rejects reassignees who are not active users of the organization', async () => {
    const leaver = await service.newUser(owner, ['employee']);
    const stranger = await service.newOrganization();
    const invited = (await owner.call('POST', '/users', person())).body;
    for (const reassign_to of [stranger.user.id, 2_147_483_647, invited.id, leaver.user.id]) {
      const { result, ...left } = await recorded(() => deactivate(owner, leaver, { reassign_to }));
      expect(statusAndErrors(result)).toEqual([422, { reassign_to: [expect.any(String)] }]);
      expect(left).toEqual(nothing);
    }
    expect((await leaver.call('GET', '/users/me')).status).toBe(200);
  });

  it('is rejected for oneself, and without user:archive', async () => {
    const { result, ...left } = await recorded(() => deactivate(owner, owner));
    expect(statusAndErrors(result)).toEqual([422, { id: ['You cannot deactivate yourself'] }]);
    expect(left).toEqual(nothing);
    const hr = await service.newUser(owner, ['hr']);
    const employee = await service.newUser(owner, ['employee']);
    expect((await deactivate(hr, employee)).status).toBe(403);
    expect((await deactivate(admin, employee)).status).toBe(200);
  });

  it('leaves one of two owners who deactivate each other concurrently', async () => {
    const first = await service.newOrganization();
    const second = await service.newUser(first, ['owner']);
    const answers = await Promise.all([deactivate(first, second), deactivate(second, first)]);
    expect(answers.map((one) => one.status).sort()[0]).toBe(200);
    const alive = await Promise.all([first, second].map((one) => one.call('GET', '/users/me')));
    expect(alive.map((one) => one.status).sort()).toEqual([200, 401]);
  });

  it('is rejected for the last owner', async () => {
    const only = await service.newOrganization();
    const second = await service.newUser(only, ['owner']);
    expect((await deactivate(only, second)).status).toBe(200);
    expect((await deactivate(await service.newUser(only, ['admin']), only)).status).toBe(403);
    expect((await only.call('GET', '/users/me')).status).toBe(200);
  });

  it('is rejected if the user has permissions that the caller lacks', async () => {
    const hr = await service.newUser(owner, ['hr']);
    const { result, events } = await recorded(() => deactivate(admin, hr));
    expect([result.status, events]).toEqual([403, []]);
    expect((await deactivate(owner, hr)).status).toBe(200);
  });
});

describe('reactivate', () => {
  it('permits sign-in, but does not restore old sessions and API keys', async () => {
    const back = await service.newUser(owner, ['employee']);
    const key = await newApiKey(service, back);
    await deactivate(owner, back);
    const { result, events, audit } = await recorded(() => post(owner, back, 'reactivate'));
    expect([result.status, result.body.status]).toEqual([200, 'active']);
    expect(events).toEqual([`user.post_update ${back.user.id}`, `user.activated ${back.user.id}`]);
    expect(audit.map((entry) => entry.action)).toEqual(['reactivate']);
    expect((await back.call('GET', '/users/me')).status).toBe(401);
    expect((await key.call('GET', '/users/me')).status).toBe(401);
    expect((await signIn(service, owner, back.user.email)).status).toBe(200);
    const again = await recorded(() => post(owner, back, 'reactivate'));
    expect([again.result.status, again.events]).toEqual([422, []]);
  });

  it('sets a user with a pending invitation to invited', async () => {
    const invited = (await owner.call('POST', '/users', person())).body;
    await deactivate(owner, { user: invited });
    const { result, events } = await recorded(() => post(owner, { user: invited }, 'reactivate'));
    expect(result.body.status).toBe('invited');
    expect(events).toEqual([`user.post_update ${invited.id}`]);
  });

  it('requires an owner for an owner', async () => {
    const second = await service.newUser(owner, ['owner']);
    await deactivate(owner, second);
    expect((await post(admin, second, 'reactivate')).status).toBe(403);
    expect((await post(owner, second, 'reactivate')).status).toBe(200);
  });
});

describe('revoke-sessions', () => {
  it('ends all sessions, and keeps API keys and the password', async () => {
    const user = await service.newUser(owner, ['employee']);
    const key = await newApiKey(service, user);
    await signIn(service, owner, user.user.email);
    const { result, events } = await recorded(() => post(admin, user, 'revoke-sessions'));
    expect([result.status, result.body]).toEqual([200, { ended: 2 }]);
    expect(events).toEqual([`auth.logout ${user.user.id}`, `auth.logout ${user.user.id}`]);
    expect((await user.call('GET', '/users/me')).status).toBe(401);
    expect((await key.call('GET', '/users/me')).status).toBe(200);
    expect((await signIn(service, owner, user.user.email)).status).toBe(200);
  });

  it('requires user:manage', async () => {
    const hr = await service.newUser(owner, ['hr']);
    expect((await post(hr, await service.newUser(owner, []), 'revoke-sessions')).status).toBe(403);
    const role_ids = [await roleId(owner, 'viewer')];
    const viewer = (await owner.call('POST', '/users', person({ role_ids }))).body;
    expect((await post(owner, { user: viewer }, 'revoke-sessions')).body).toEqual({ ended: 0 });
  });
});
