import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKey, person, recording, signIn, statusAndErrors, tokenFor } from '../testing/people.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const request = (by: Client, email: string, password = testPassword) =>
  by.call('POST', '/users/me/email', { email, password });
const confirm = (by: Client, token: string) => by.call('POST', '/users/me/email/confirm', { token });
const wrongToken = [422, { token: [expect.any(String)] }];

describe('a change of email address', () => {
  it('takes effect on confirmation, and notifies the old address', async () => {
    const user = await service.newUser(owner, ['employee']);
    const old = user.user.email;
    const { email } = person();
    const { result, events, outbox } = await recorded(() => request(user, ` ${email.toUpperCase()}`));
    expect([result.status, result.body.email]).toEqual([202, email]);
    expect([events, outbox]).toEqual([[`user.email_change_requested ${user.user.id}`], 1]);
    expect((await service.mails(old)).map((mail) => mail.kind)).toEqual(['security_notice']);
    expect((await user.call('GET', '/users/me')).body.email).toBe(old);

    const token = await tokenFor(service, email, 'change_email');
    const done = await recorded(() => confirm(user, token));
    expect(done.result.status).toBe(200);
    expect(done.result.body).toMatchObject({ email, email_verified_at: expect.any(String) });
    expect(done.events).toEqual([`user.post_update ${user.user.id}`, `user.email_changed ${user.user.id}`]);
    expect(done.audit).toEqual([
      expect.objectContaining({ action: 'change_email', before: expect.objectContaining({ email: old }) }),
    ]);
    expect((await service.mails(old)).map((mail) => mail.kind)).toEqual([
      'security_notice',
      'security_notice',
    ]);
    expect((await signIn(service, owner, old)).status).toBe(401);
    expect((await signIn(service, owner, email)).status).toBe(200);
    expect(statusAndErrors(await confirm(user, token))).toEqual(wrongToken);
  });

  it('ends the tokens that were sent to the old address, of this user only, for good', async () => {
    const users = [await service.newUser(owner, ['employee']), await service.newUser(owner, ['employee'])];
    const [user, colleague] = users as [Client, Client];
    const { org_slug } = (await owner.call('GET', '/users/me')).body;
    for (const { user: asked } of users)
      await service.call('POST', '/auth/password-reset', { org_slug, email: asked.email });
    const tokenTo = ({ user: { email } }: Client) =>
      eventually(
        () => tokenFor(service, email, 'password_reset').catch(() => null),
        (token) => token !== null,
      );
    const [token, theirs] = [await tokenTo(user), await tokenTo(colleague)];
    const { email } = person();
    await request(user, email);
    expect((await confirm(user, await tokenFor(service, email, 'change_email'))).status).toBe(200);
    await executeOperational(
      service.platform,
      sql`update users set email = ${user.user.email} where id = ${user.user.id} returning id`,
    );
    const reset = (given: string | null) =>
      service.call('POST', '/auth/password-reset/confirm', {
        ...{ token: given, new_password: 'quite another password, truly' },
      });
    expect(statusAndErrors(await reset(token))).toEqual(wrongToken);
    expect((await reset(theirs)).status).toBe(204);
  });

  it('sends at most five mails in an hour, to whichever address', async () => {
    const user = await service.newUser(owner, ['employee']);
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await request(user, person().email)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
    const { email } = person();
    const { result, ...left } = await recorded(() => request(user, email));
    expect([result.status, left, await service.mails(email)]).toEqual([429, nothing, []]);
  });

  it('requires the password and a session', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { email } = person();
    const attempts: [() => Promise<any>, unknown][] = [
      [() => request(user, email, 'not the password'), [422, { password: ['Is wrong'] }]],
      [() => request(user, user.user.email), [422, { email: ['Is already your address'] }]],
      [() => request(user, owner.user.email), [422, { email: ['Is already taken'] }]],
      [() => request(user, 'no address'), [422, { email: [expect.any(String)] }]],
    ];
    for (const [attempt, expected] of attempts) {
      const { result, ...left } = await recorded(attempt);
      expect(statusAndErrors(result)).toEqual(expected);
      expect(left).toEqual(nothing);
    }
    const key = await newApiKey(service, user);
    const { result, events } = await recorded(() => request(key, email));
    expect([result.status, events]).toEqual([403, []]);
    expect(await service.mails(email)).toEqual([]);
  });

  it('is rejected if the address was taken since the request', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { email } = person();
    await request(user, email);
    const token = await tokenFor(service, email, 'change_email');
    await owner.call('POST', '/users', person({ email, password: testPassword }));
    const { result, ...left } = await recorded(() => confirm(user, token));
    expect(statusAndErrors(result)).toEqual([422, { email: ['Is already taken'] }]);
    expect(left).toEqual(nothing);
    expect((await user.call('GET', '/users/me')).body.email).toBe(user.user.email);
  });

  it('does not tell whether a user whom the caller cannot see has the address', async () => {
    const permissions = [{ permission: 'user:read', scopes: ['own'] }];
    await owner.call('POST', '/roles', { code: 'loner', name: 'Loner', permissions });
    const user = await service.newUser(owner, ['loner']);
    const hidden = await service.newUser(owner, ['employee']);
    expect((await user.call('GET', `/users/${hidden.user.id}`)).status).toBe(404);
    const free = person().email;
    const [taken, untaken] = [
      await recorded(() => request(user, hidden.user.email)),
      await recorded(() => request(user, free)),
    ];
    const shown = ({ result: { status, body } }: typeof taken) => [status, Object.keys(body)];
    expect(shown(taken)).toEqual([202, ['email', 'expires_at']]);
    expect(shown(taken)).toEqual(shown(untaken));
    expect([taken.events, taken.outbox]).toEqual([untaken.events, untaken.outbox]);
    expect(taken.audit.map((one) => Object.keys(one))).toEqual(untaken.audit.map((one) => Object.keys(one)));
    const [mail] = (await service.mails(hidden.user.email)).slice(-1);
    expect(mail).toMatchObject({ kind: 'security_notice', subject: expect.stringMatching(/^Another user/) });
    expect(mail?.text).not.toMatch(/[\w-]{43}/);
    expect((await service.mails(free)).map((one) => one.kind)).toEqual(['change_email']);
  });

  it('succeeds for one of two concurrent confirmations', async () => {
    const { email } = person();
    const users = [await service.newUser(owner, []), await service.newUser(owner, [])];
    const tokens: string[] = [];
    for (const user of users) {
      expect((await request(user, email)).status).toBe(202);
      tokens.push(await tokenFor(service, email, 'change_email'));
    }
    const answers = await Promise.all(users.map((user, index) => confirm(user, tokens[index] ?? '')));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422]);
  });

  it('rejects tokens of other users and expired ones', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { email } = person();
    await request(user, email);
    const token = await tokenFor(service, email, 'change_email');
    const stranger = await service.newOrganization();
    for (const by of [owner, stranger]) expect(statusAndErrors(await confirm(by, token))).toEqual(wrongToken);
    await executeOperational(
      service.platform,
      sql`update user_tokens set expires_at = now() where org_id = ${owner.user.org_id} and user_id = ${user.user.id} returning id`,
    );
    const { result, ...left } = await recorded(() => confirm(user, token));
    expect(statusAndErrors(result)).toEqual(wrongToken);
    expect(left).toEqual(nothing);
  });
});
