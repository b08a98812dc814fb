import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_slug: string;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => service.stop());

const login = (changes: object = {}) =>
  service.call('POST', '/auth/login', {
    email: owner.user.email,
    password: testPassword,
    org_slug,
    ...changes,
  });
const setUser = (client: Client, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update users set ${fields} where org_id = ${client.user.org_id} and id = ${client.user.id} returning id`,
  );

it('opens and records a new session each time', async () => {
  const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, () => login());
  expect(result.status).toBe(200);
  expect(result.body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.any(String),
    expires_in: 900,
    user: owner.user,
  });
  expect(events).toEqual([`auth.login ${owner.user.id}`]);
  expect([audit.length, outbox]).toEqual([1, 1]);
  expect(JSON.stringify(audit)).not.toContain(result.body.refresh_token);
  const again = await login();
  expect(again.body.access_token).not.toBe(result.body.access_token);
  expect((await owner.call('GET', '/users/me')).body.last_login_at).toMatch(/^\d{4}-.*Z$/);
});

it('has the same response for all wrong credentials, and records attempts on existing accounts', async () => {
  const other = await service.newOrganization();
  const unarmed = { first_name: 'Una', last_name: 'Armed', email: 'una@example.test' };
  const { id: unarmedId } = (await owner.call('POST', '/users', unarmed)).body;
  const wrong = [
    { password: `${testPassword}x` },
    { password: testPassword.toUpperCase() },
    { email: 'unknown@example.test' },
    { email: other.user.email },
    { email: unarmed.email },
    { org_slug: 'no-such-organization' },
    { org_slug: (await other.call('GET', '/users/me')).body.org_slug },
  ];
  const result = await Promise.all(wrong.map(login));
  const failed = () =>
    service.rows(sql`select a.action, a.resource, a.outcome, a.record_id::int, a.actor_id, a.before, a.after,
        e.event_type, e.aggregate_type, e.aggregate_id::int, e.subject_user_ids, e.payload ->> 'action' as act,
        e.xmin::text = a.xmin::text as is_one_write
      from audit_log a left join events e on e.org_id = a.org_id and e.id = a.event_id
      where a.org_id = ${owner.user.org_id} and a.outcome = 'failed' order by a.id`);
  // Two wrong passwords, and a user without a password.
  const recorded = await eventually(failed, (rows) => rows.length === 3);
  const entryOf = (id: number) => ({
    ...{ action: 'login', resource: 'session', outcome: 'failed', record_id: id, actor_id: id },
    ...{ before: {}, after: {}, event_type: 'auth.login_failed', act: 'login_failed', is_one_write: true },
    ...{ aggregate_type: 'user', aggregate_id: id, subject_user_ids: [id] },
  });
  const { id } = owner.user;
  expect(recorded.toSorted((a, b) => a.record_id - b.record_id)).toEqual([
    entryOf(id),
    entryOf(id),
    entryOf(unarmedId),
  ]);
  const [elsewhere] = await service.rows(
    sql`select count(*)::int as count from events where org_id = ${other.user.org_id} and event_type = 'auth.login_failed'`,
  );
  expect(elsewhere.count).toBe(0);
  for (const { status, body } of result) {
    expect([status, body]).toEqual([401, { error: 'Organization, email or password is wrong' }]);
  }
  expect(new Set(result.map((one) => one.headers.get('www-authenticate'))).size).toBe(1);
});

it('shows failed sign-ins to the user and to readers of the audit log', async () => {
  const [user, colleague, auditor] = [
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['auditor']),
  ];
  expect((await login({ email: user.user.email, password: 'wrong, but long enough' })).status).toBe(401);
  const seenBy = async (by: Client) =>
    (await by.call('GET', '/events?event_type=auth.login_failed')).body.data.filter(
      (event: any) => event.aggregate_id === user.user.id,
    ).length;
  await eventually(
    () => seenBy(user),
    (count) => count === 1,
  );
  expect([await seenBy(auditor), await seenBy(owner), await seenBy(colleague)]).toEqual([1, 1, 0]);
});

it.each([
  ['suspended', 403, 'Your account is suspended: contact an administrator of your organization'],
  ['deactivated', 401, 'Organization, email or password is wrong'],
  ['invited', 401, 'Organization, email or password is wrong'],
])('rejects a user who is %s', async (status, signInStatus, error) => {
  const user = await service.newUser(owner, ['employee']);
  const key = (await user.call('POST', '/api-keys', { name: 'Theirs' })).body.key;
  const byKey = () => service.call('GET', '/users/me', undefined, { authorization: `Bearer ${key}` });
  const { body: fresh } = await login({ email: user.user.email });
  expect((await byKey()).status).toBe(200);

  await setUser(user, sql`status = ${status}::user_status`);
  expect((await user.call('GET', '/users/me')).status).toBe(401);
  expect((await byKey()).status).toBe(401);
  expect(await login({ email: user.user.email })).toMatchObject({ status: signInStatus, body: { error } });
  const guessed = await login({ email: user.user.email, password: 'another password entirely' });
  expect([guessed.status, guessed.body.error]).toEqual([401, 'Organization, email or password is wrong']);
  const refreshed = await service.call('POST', '/auth/refresh', { refresh_token: fresh.refresh_token });
  expect(refreshed.status).toBe(signInStatus);
});

it.each([
  ['deleted', sql`deleted_at = now()`],
  ['a service user, who has no password of their own', sql`is_service = true`],
])('opens and refreshes no session of a user who is %s', async (_, change) => {
  const user = await service.newUser(owner, ['admin']);
  const { refresh_token } = (await login({ email: user.user.email })).body;
  await setUser(user, change);
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    Promise.all([
      login({ email: user.user.email }),
      service.call('POST', '/auth/refresh', { refresh_token }),
    ]),
  );
  expect(result.map(({ status }) => status)).toEqual([401, 401]);
  expect(left.events).not.toContain(`auth.login ${user.user.id}`);
});

it('opens a session without a second factor, for as long as the organization allows', async () => {
  const org = await service.newOrganization();
  const credentials = { org_slug: (await org.call('GET', '/users/me')).body.org_slug, email: org.user.email };
  const newest = async () => {
    expect((await login(credentials)).status).toBe(200);
    const [session] =
      await service.rows(sql`select mfa_at, stage::text, expires_at - created_at = interval '8 hours' as is_limited
      from sessions where user_id = ${org.user.id} order by id desc limit 1`);
    return session;
  };
  expect(await newest()).toEqual({ mfa_at: null, stage: 'full', is_limited: null });
  const security = { session_hours: 8, require_mfa: 'all', mfa_grace_days: 0 };
  const body = { security, confirm: true };
  expect((await org.call('PATCH', '/organizations/current/settings', body)).status).toBe(200);
  expect(await newest()).toEqual({ mfa_at: null, stage: 'mfa_setup', is_limited: true });
});

it('requires a new password once the password is older than the organization allows', async () => {
  const org = await service.newOrganization();
  const security = { password_max_age_days: 30 };
  expect((await org.call('PATCH', '/organizations/current/settings', { security })).status).toBe(200);
  const slug = (await org.call('GET', '/users/me')).body.org_slug;
  const credentials = { org_slug: slug, email: org.user.email };
  await setUser(org, sql`password_changed_at = now() - interval '31 days'`);
  const { result, ...left } = await recordedBy(service, org.user.org_id, () => login(credentials));
  expect([result.status, result.body.error, left]).toEqual([
    403,
    'Your password has expired; reset it with POST /api/auth/password-reset',
    nothing,
  ]);
  await setUser(org, sql`password_changed_at = now() - interval '29 days'`);
  expect((await login(credentials)).status).toBe(200);
});

it('rejects requests of a deleted user', async () => {
  const user = await service.newUser(owner, ['admin']);
  await setUser(user, sql`deleted_at = now()`);
  expect((await user.call('GET', '/users/me')).status).toBe(401);
});

it.each([
  ['closed', [401, 401, 401, 401]],
  ['suspended', [403, 403, 403, 403]],
])('rejects users of an organization that is %s', async (status, statuses) => {
  const stranger = await service.newOrganization();
  const { org_id, email } = stranger.user;
  const [{ slug }] = await service.rows(sql`select slug from organizations where id = ${org_id}`);
  const credentials = { org_slug: slug, email, password: testPassword };
  const { key } = (await stranger.call('POST', '/api-keys', { name: 'Theirs' })).body;
  const { refresh_token } = (await service.call('POST', '/auth/login', credentials)).body;
  const attempts = () => [
    stranger.call('GET', '/users/me'),
    service.call('GET', '/users/me', undefined, { authorization: `Bearer ${key}` }),
    service.call('POST', '/auth/refresh', { refresh_token }),
    service.call('POST', '/auth/login', credentials),
  ];
  const setStatus = (to: string) =>
    executeOperational(
      service.platform,
      sql`update organizations set status = ${to}::organization_status where id = ${org_id} returning id`,
    );
  await setStatus(status);
  const result = await Promise.all(attempts());
  expect(result.map((one) => one.status)).toEqual(statuses);
  const guessed = await service.call('POST', '/auth/login', { ...credentials, password: 'wrong password' });
  expect(guessed.status).toBe(401);
  const after = sql`select event_type from events where org_id = ${org_id} order by id desc limit 2`;
  const last = await eventually(
    () => service.rows(after),
    (rows) => rows.every((row) => row.event_type !== 'auth.login'),
  );
  expect(last.map((row) => row.event_type)).toEqual(['auth.login_failed', 'auth.login_failed']);
  await setStatus('active');
  expect((await stranger.call('GET', '/users/me')).status).toBe(200);
});

it('returns a token that works on every pod and contains no rights', async () => {
  const { body } = await login();
  const pod = await service.startPod();
  const answer = await createTestClient(pod, body).call('GET', '/users/me');
  expect(answer.body).toMatchObject({ id: owner.user.id, roles: ['owner'] });
  const [header, claims] = body.access_token.split('.').map((part: string) => Buffer.from(part, 'base64url'));
  expect(JSON.parse(header)).toMatchObject({ alg: 'HS256', kid: expect.any(String) });
  expect(Object.keys(JSON.parse(claims)).sort()).toEqual([
    'aud',
    'exp',
    'iat',
    'iss',
    'org',
    'sid',
    'sub',
    'typ',
  ]);
});
