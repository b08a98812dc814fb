import { hashToken } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { waitUntilBlocking, waitUntilWaiting } from '@wfp/testing/lock-waits.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { enrol, totpCode } from '@wfp/testing/second-factor.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const newUser = () => service.newUser(owner, ['employee']);
const login = (user: Client) =>
  service.call('POST', '/auth/login', { org_slug, email: user.user.email, password: testPassword });
const resetsOf = async (user: Client) =>
  (await service.mails(user.user.email))
    .filter((mail) => mail.kind === 'password_reset')
    .map(({ text }) => text.match(/[\w-]{43}/)?.[0] ?? '');

/** Requests resets concurrently and returns their tokens. */
async function resetTokens(user: Client, count: number): Promise<string[]> {
  const ask = () => service.call('POST', '/auth/password-reset', { org_slug, email: user.user.email });
  await Promise.all(Array.from({ length: count }, ask));
  return eventually(
    () => resetsOf(user),
    (all) => all.length === count,
  );
}
const newPassword = 'another one, truly';
const confirm = async (token: string) =>
  (await service.call('POST', '/auth/password-reset/confirm', { token, new_password: newPassword })).status;

/** Makes a call during a change, for which the call waits after it has read the previous state. */
async function callDuring<Answer>(change: Prisma.Sql, call: () => Promise<Answer>) {
  const [answer] = await executeOperationalInTransaction(service.platform, async (tx) => {
    await tx.execute(change);
    const running = call();
    await eventually(
      () =>
        service.rows(
          sql`select 1 from pg_locks l join pg_stat_activity a using (pid)
            where not l.granted and a.datname = current_database()`,
        ),
      (rows) => rows.length > 0,
    );
    return [running];
  });
  return answer;
}

describe('a sign-in concurrent with a change of the account', () => {
  let holder: pg.Client;
  beforeAll(async () => {
    holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await holder.connect();
  });
  afterAll(() => holder.end());

  /**
   * Makes a change wait for a table after it has locked the user, signs in, and unlocks the table when the sign-in has
   * read the previous state and waits.
   */
  async function loginDuring(table: string, user: Client, change: () => Promise<{ status: number }>) {
    await holder.query(`begin; lock table ${table} in exclusive mode`);
    const changing = change();
    await waitUntilBlocking(holder);
    const signingIn = login(user);
    await waitUntilWaiting(holder, 2);
    await holder.query('commit');
    expect((await changing).status).toBeLessThan(300);
    return (await signingIn).status;
  }
  const liveSessions = (user: Client) =>
    service.rows(sql`select id from sessions where user_id = ${user.user.id} and ended_at is null`);
  const changePassword = (user: Client) =>
    user.call('POST', '/auth/password', { current_password: testPassword, new_password: newPassword });

  it.each<[string, string, number, (user: Client) => Promise<{ status: number }>]>([
    // The session that changed the password stays.
    ['a password change', 'user_tokens', 1, changePassword],
    ['a suspension', 'sessions', 0, (user) => owner.call('POST', `/users/${user.user.id}/suspend`, {})],
    ['a deactivation', 'api_keys', 0, (user) => owner.call('POST', `/users/${user.user.id}/deactivate`, {})],
    ['a deletion', 'api_keys', 0, (user) => owner.call('DELETE', `/users/${user.user.id}`)],
  ])('opens no session after %s', async (_, table, sessions, change) => {
    const user = await newUser();
    expect(await loginDuring(table, user, () => change(user))).toBe(401);
    expect(await liveSessions(user)).toHaveLength(sessions);
  });

  it('opens no session after a password reset', async () => {
    const user = await newUser();
    const [token = ''] = await resetTokens(user, 1);
    const reset = () =>
      service.call('POST', '/auth/password-reset/confirm', { token, new_password: newPassword });
    expect(await loginDuring('user_identities', user, reset)).toBe(401);
    expect(await liveSessions(user)).toEqual([]);
  });

  it('returns no challenge after a password change', async () => {
    const { user } = await enrol(service, await newUser());
    expect(await loginDuring('user_tokens', user, () => changePassword(user))).toBe(401);
  });
});

describe('a refresh concurrent with a change', () => {
  it.each([
    ['the end of the session', sql`update sessions set ended_at = now()`],
    ['the use of the token', sql`update refresh_tokens set used_at = now()`],
    ['the expiry of the token', sql`update refresh_tokens set expires_at = now()`],
  ])('returns no tokens after %s', async (_, change) => {
    const user = await newUser();
    const { refresh_token } = (await login(user)).body;
    const sessions = sql`select s.id from sessions s where s.user_id = ${user.user.id}`;
    const isToken = sql`where token_hash = ${hashToken(refresh_token)}`;
    const rows = change.sql.includes('refresh_tokens') ? isToken : sql`where id in (${sessions})`;
    const answer = await callDuring(sql`${change} ${rows}`, () =>
      service.call('POST', '/auth/refresh', { refresh_token }),
    );
    expect(answer?.status).toBe(401);
    const events = await service.rows(
      sql`select 1 from events where org_id = ${user.user.org_id} and event_type = 'auth.token_refreshed'`,
    );
    expect(events).toEqual([]);
  });
});

describe('a password change concurrent with a change of the account', () => {
  const setUser = (user: Client, change: Prisma.Sql) =>
    sql`update users set ${change} where id = ${user.user.id}`;
  const stored = async (user: Client) =>
    (
      await service.rows(sql`select password_hash, email_verified_at from users where id = ${user.user.id}`)
    )[0];

  it('keeps the password of a reset that was faster', async () => {
    const user = await newUser();
    const body = { current_password: testPassword, new_password: newPassword };
    const { result, ...left } = await recordedBy(service, user.user.org_id, () =>
      callDuring(setUser(user, sql`password_hash = 'another'`), () =>
        user.call('POST', '/auth/password', body),
      ),
    );
    expect([result?.status, result?.body.details?.fieldErrors]).toEqual([
      422,
      { current_password: ['Is wrong'] },
    ]);
    expect([left, (await stored(user)).password_hash]).toEqual([nothing, 'another']);
  });

  it('is rejected for a user who was deleted since, who keeps the token', async () => {
    const user = await newUser();
    const [token = ''] = await resetTokens(user, 1);
    const { result, ...left } = await recordedBy(service, user.user.org_id, () =>
      callDuring(setUser(user, sql`deleted_at = now()`), () => confirm(token)),
    );
    expect([result, left]).toEqual([422, nothing]);
    await executeOperational(service.platform, sql`${setUser(user, sql`deleted_at = null`)} returning id`);
    expect(await confirm(token)).toBe(204);
  });

  it('does not verify an address that was changed since', async () => {
    const user = await newUser();
    await executeOperational(
      service.platform,
      sql`${setUser(user, sql`email_verified_at = null`)} returning id`,
    );
    const [token = ''] = await resetTokens(user, 1);
    const email = `moved-${user.user.email}`;
    expect(await callDuring(setUser(user, sql`email = ${email}`), () => confirm(token))).toBe(204);
    expect((await stored(user)).email_verified_at).toBeNull();
  });
});

describe('a session that ends during a request', () => {
  const end = sql`update sessions set ended_at = now(), end_reason = 'test'`;

  it('is not ended again', async () => {
    const user = await newUser();
    await login(user);
    const sessions = sql`select id from sessions where user_id = ${user.user.id} order by id desc limit 1`;
    const [{ id }] = await service.rows(sessions);
    const { result, ...left } = await recordedBy(service, user.user.org_id, () =>
      callDuring(sql`${end} where id = ${id}`, () => user.call('DELETE', `/auth/sessions/${id}`)),
    );
    expect([result?.status, left]).toEqual([404, nothing]);
  });

  it('proves no second factor, and the code remains usable', async () => {
    const { user, secret, id } = await enrol(service, await newUser());
    const { result, ...left } = await recordedBy(service, user.user.org_id, () =>
      callDuring(sql`${end} where user_id = ${user.user.id}`, () =>
        user.call('POST', '/auth/mfa/step-up', { code: totpCode(secret) }),
      ),
    );
    expect([result?.status, left]).toEqual([401, nothing]);
    expect(await service.rows(sql`select last_step from mfa_methods where id = ${id}`)).toEqual([
      { last_step: null },
    ]);
  });
});

describe('password reset tokens', () => {
  it('requested concurrently leave one valid token', async () => {
    const user = await newUser();
    const tokens = await resetTokens(user, 5);
    expect(new Set(tokens).size).toBe(5);
    const statuses = await Promise.all(tokens.map(confirm));
    expect(statuses.sort()).toEqual([204, 422, 422, 422, 422]);
  });

  it.each(['used_at', 'expires_at'])('set no password if %s changes during the request', async (column) => {
    const user = await newUser();
    const [token = ''] = await resetTokens(user, 1);
    const change = sql`update user_tokens set ${Prisma.raw(column)} = now() where token_hash = ${hashToken(token)}`;
    expect(await callDuring(change, () => confirm(token))).toBe(422);
    expect((await login(user)).status).toBe(200);
  });

  it('are invalidated by a password change', async () => {
    const user = await newUser();
    const [token = ''] = await resetTokens(user, 1);
    const change = { current_password: testPassword, new_password: 'quite another password' };
    expect((await user.call('POST', '/auth/password', change)).status).toBe(204);
    expect(await confirm(token)).toBe(422);
  });

  it('are invalid after a change of the address', async () => {
    const user = await newUser();
    const [token = ''] = await resetTokens(user, 1);
    await executeOperational(
      service.platform,
      sql`update users set email = 'moved@example.test' where id = ${user.user.id} returning id`,
    );
    expect(await confirm(token)).toBe(422);
  });
});
