import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestPasswordReset } from './passwords.service.ts';

const { sql } = Prisma;
const newPassword = 'quite another password, truly';

let service: TestService;
let owner: Client;
let org_slug: string;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());

const newUser = () => service.newUser(owner, ['employee']);
const login = (user: Client, password: string) =>
  service.call('POST', '/auth/login', { org_slug, email: user.user.email, password });
const tokenOf = (text: string) => text.match(/[\w-]{43}/)?.[0] ?? '';
const mailsOf = async (user: Client, kind: string) =>
  (await service.mails(user.user.email)).filter((mail) => mail.kind === kind);

async function resetToken(user: Client): Promise<string> {
  const before = (await mailsOf(user, 'password_reset')).length;
  const asked = await service.call('POST', '/auth/password-reset', { org_slug, email: user.user.email });
  expect([asked.status, asked.body]).toEqual([202, { received: true }]);
  const mails = await eventually(
    () => mailsOf(user, 'password_reset'),
    (all) => all.length > before,
  );
  return tokenOf(mails.at(-1)?.text ?? '');
}
const confirm = (token: string, new_password = newPassword) =>
  service.call('POST', '/auth/password-reset/confirm', { token, new_password });

describe('changing a password', () => {
  const change = (user: Client, body: object) =>
    user.call('POST', '/auth/password', {
      current_password: testPassword,
      new_password: newPassword,
      ...body,
    });

  it('keeps this session and API keys, ends other sessions, and notifies the user', async () => {
    const user = await newUser();
    const other = createTestClient(service.url, (await login(user, testPassword)).body);
    const { key } = (await user.call('POST', '/api-keys', { name: 'Stays' })).body;
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () => change(user, {}));
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([`auth.password_changed ${user.user.id}`, `auth.logout ${user.user.id}`]);
    expect(JSON.stringify(audit)).not.toMatch(/argon2|password_hash/);
    const statuses = [user, other].map(async (one) => (await one.call('GET', '/users/me')).status);
    expect(await Promise.all(statuses)).toEqual([200, 401]);
    const byKey = { authorization: `Bearer ${key}` };
    expect((await service.call('GET', '/users/me', undefined, byKey)).status).toBe(200);
    expect([(await login(user, testPassword)).status, (await login(user, newPassword)).status]).toEqual([
      401, 200,
    ]);
    const [mail] = await mailsOf(user, 'security_notice');
    expect(mail?.text).not.toContain(newPassword);
  });

  it.each([
    ['current_password', { current_password: 'not mine at all' }],
    ['new_password', { new_password: 'short' }],
    ['new_password', { new_password: 'password1234' }],
    ['new_password', { new_password: testPassword }],
    ['user_id', { user_id: 1 }],
  ])('rejects an invalid %s without a write', async (field, body) => {
    const user = await newUser();
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => change(user, body));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it('is forbidden for an API key', async () => {
    const { key } = (await owner.call('POST', '/api-keys', { name: 'Mine' })).body;
    const byKey = { authorization: `Bearer ${key}` };
    const body = { current_password: testPassword, new_password: newPassword };
    expect((await service.call('POST', '/auth/password', body, byKey)).status).toBe(403);
  });
});

describe('a forgotten password', () => {
  it('is replaced with the token from the mail, which ends all sessions', async () => {
    const user = await newUser();
    const token = await resetToken(user);
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () => confirm(token));
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([`auth.password_reset ${user.user.id}`, `auth.logout ${user.user.id}`]);
    expect(JSON.stringify(audit)).not.toContain(token);
    expect((await user.call('GET', '/users/me')).status).toBe(401);
    expect((await login(user, newPassword)).status).toBe(200);
  });

  it('restores password sign-in after it was removed', async () => {
    const user = await newUser();
    const { id } = user.user;
    await executeOperational(
      service.platform,
      sql`insert into user_identities (org_id, user_id, provider, provider_key, external_id)
        values (${owner.user.org_id}, ${id}, 'oidc', 'sso', ${`reset-${id}`}) returning id`,
    );
    const path = `/users/${id}/identities`;
    const ways = async () =>
      (await owner.call('GET', path)).body.data.map((one: { provider: string }) => one.provider);
    const { data } = (await owner.call('GET', path)).body;
    const password = data.find((one: { provider: string }) => one.provider === 'password');
    expect((await owner.call('DELETE', `${path}/${password.id}`)).status).toBe(204);
    expect((await login(user, testPassword)).status).toBe(401);
    const token = await resetToken(user);
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () => confirm(token));
    expect(result.status).toBe(204);
    expect(events.map((one) => one.split(' ')[0])).toEqual(
      expect.arrayContaining(['auth.password_reset', 'user_identity.post_create']),
    );
    expect(audit.map((one) => one.resource)).toContain('user_identity');
    expect((await ways()).toSorted()).toEqual(['oidc', 'password']);
    expect((await login(user, newPassword)).status).toBe(200);
  });

  it('accepts only the newest token, once, until it expires', async () => {
    const user = await newUser();
    const older = await resetToken(user);
    const newest = await resetToken(user);
    const bad = [await confirm(older), await confirm('no-such-token')];
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(newest)));
    expect(answers.map((one) => one.status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 422)]);
    bad.push(await confirm(newest));
    const late = await resetToken(user);
    await executeOperational(
      service.platform,
      sql`update user_tokens set expires_at = now() where user_id = ${user.user.id} returning id`,
    );
    bad.push(await confirm(late));
    // The error is the same for any invalid token.
    expect(new Set(bad.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1);
    expect(bad[0]?.body.details.fieldErrors).toEqual({ token: [expect.any(String)] });
  });

  it('records the request with the mail', async () => {
    const user = await newUser();
    const { events, audit } = await recordedBy(service, owner.user.org_id, () => resetToken(user));
    expect(events).toEqual([`auth.password_reset_requested ${user.user.id}`]);
    expect(audit).toMatchObject([{ resource: 'user', record_id: user.user.id }]);
  });

  it('has the same response for an unknown user, without a write or mail', async () => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      Promise.all([
        service.call('POST', '/auth/password-reset', { org_slug, email: 'unknown@example.test' }),
        service.call('POST', '/auth/password-reset', { org_slug: 'nowhere', email: owner.user.email }),
      ]),
    );
    for (const { status, body } of result) expect([status, body]).toEqual([202, { received: true }]);
    expect(left).toEqual(nothing);
    expect(await service.mails('unknown@example.test')).toEqual([]);
  });

  it('sends no mail to an unverified address of an unverified organization', async () => {
    const founder = await service.newOrganization(undefined, false);
    const stranger = await service.newUser(founder, ['employee']);
    const { org_slug: slug } = (await founder.call('GET', '/users/me')).body;
    for (const { user } of [stranger, founder]) {
      await service.call('POST', '/auth/password-reset', { org_slug: slug, email: user.email });
    }
    await eventually(
      () => mailsOf(founder, 'password_reset'),
      (mails) => mails.length === 1,
    );
    expect(await mailsOf(stranger, 'password_reset')).toEqual([]);
  });

  it('sends no mail to users who cannot sign in', async () => {
    const [suspended, deactivated, user] = [await newUser(), await newUser(), await newUser()];
    const change = (who: Client, action: string) => owner.call('POST', `/users/${who.user.id}/${action}`, {});
    expect((await change(suspended, 'suspend')).status).toBe(200);
    expect((await change(deactivated, 'deactivate')).status).toBe(200);
    for (const { user: asked } of [suspended, deactivated])
      await service.call('POST', '/auth/password-reset', { org_slug, email: asked.email });
    await resetToken(user);
    expect(await mailsOf(suspended, 'password_reset')).toEqual([]);
    expect(await mailsOf(deactivated, 'password_reset')).toEqual([]);
  });

  it('verifies the address to which the token was sent, as a change of the password does not', async () => {
    const user = await newUser();
    const { id } = user.user;
    const verifiedAt = async (): Promise<string | null> =>
      (await service.rows(sql`select email_verified_at::text as at from users where id = ${id}`))[0].at;
    const verify = (at: string | null) =>
      executeOperational(
        service.platform,
        sql`update users set email_verified_at = ${at}::timestamptz where id = ${id} returning id`,
      );
    await verify(null);
    const change = { current_password: testPassword, new_password: 'a first new password, truly' };
    expect((await user.call('POST', '/auth/password', change)).status).toBe(204);
    expect(await verifiedAt()).toBeNull();
    expect((await confirm(await resetToken(user))).status).toBe(204);
    expect(await verifiedAt()).not.toBeNull();
    await verify('2026-01-01T00:00:00Z');
    expect((await confirm(await resetToken(user), 'a third new password, truly')).status).toBe(204);
    expect(Date.parse((await verifiedAt()) ?? '')).toBe(Date.parse('2026-01-01T00:00:00Z'));
  });

  /** Requests a reset and waits for the work that follows the response. */
  async function requestAndWait(user: Client) {
    const waiting: Promise<void>[] = [];
    const runInBackground = (work: () => Promise<void>) => void waiting.push(work());
    const answer = await requestPasswordReset({
      platform: { ...service.platform, runInBackground },
      origin: { request_id: 'reset-test', ip: null, user_agent: null },
      emits: ['auth.password_reset_requested'],
      body: { org_slug, email: user.user.email },
    } as never);
    expect(waiting).toHaveLength(1);
    await Promise.all(waiting);
    return answer;
  }

  it('is mailed at most five times an hour while the last token is valid, with the same response', async () => {
    const user = await newUser();
    for (let sent = 0; sent < 4; sent += 1) await requestAndWait(user);
    const last = await resetToken(user);
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => requestAndWait(user));
    expect(result).toEqual({ received: true });
    expect(left).toEqual(nothing);
    expect(await mailsOf(user, 'password_reset')).toHaveLength(5);
    expect((await confirm(last)).status).toBe(204);
    // No token is left, so the next request sends one.
    const another = await resetToken(user);
    await requestAndWait(user);
    expect((await confirm(another)).status).toBe(204);
  });

  it('is mailed again an hour later', async () => {
    const user = await newUser();
    for (let sent = 0; sent < 5; sent += 1) await requestAndWait(user);
    await executeOperational(
      service.platform,
      sql`update user_tokens set created_at = created_at - interval '1 hour'
        where org_id = ${owner.user.org_id} and user_id = ${user.user.id} returning id`,
    );
    expect((await confirm(await resetToken(user))).status).toBe(204);
  });

  it('is not replaced for a user deactivated since', async () => {
    const user = await newUser();
    const token = await resetToken(user);
    await owner.call('POST', `/users/${user.user.id}/deactivate`, {});
    expect((await confirm(token)).status).toBe(422);
  });
});

describe('an invitation', () => {
  let counter = 0;
  const invite = async () => {
    counter += 1;
    const email = `guest-${counter}@example.test`;
    const made = await owner.call('POST', '/users', { email, first_name: 'Gus', last_name: 'Guest' });
    expect(made.status).toBe(201);
    const mails = await service.mails(email);
    return { email, id: made.body.id as number, token: tokenOf(mails.at(-1)?.text ?? '') };
  };
  const accept = (token: string, body: object = {}) =>
    service.call('POST', '/auth/invitation/accept', { token, password: newPassword, ...body });

  it('activates a user with a verified address', async () => {
    const { id, email, token } = await invite();
    const { result, events } = await recordedBy(service, owner.user.org_id, () =>
      accept(token, { first_name: 'Gustav' }),
    );
    expect([result.status, result.body.user]).toEqual([200, expect.objectContaining({ id, email })]);
    expect(events.map((one) => one.split(' ')[0])).toEqual([
      'user.activated',
      'user_identity.post_create',
      'auth.login',
    ]);
    const mine = await createTestClient(service.url, result.body).call('GET', '/users/me');
    expect(mine.body).toMatchObject({ status: 'active', first_name: 'Gustav', roles: ['employee'] });
    expect((await accept(token)).status).toBe(422);
  });

  it('is accepted once under concurrency', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
  });
});
