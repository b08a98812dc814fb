import { hashToken } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, ownPage, sendFromPage } from './testing/page-requests.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_slug: string;
let org_id: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const send = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  sendFromPage(service.url, method, path, body, headers);
const cookieOf = (token: string, id = org_id) => `other=1; wfp-${id}=${token}`;

const signIn = async (): Promise<string> =>
  (await service.call('POST', '/auth/login', { email: owner.user.email, password: testPassword, org_slug }))
    .body.refresh_token;
const store = (refresh_token: string) => send('PUT', '/auth/cookie', { refresh_token });
const refresh = (token: string, id = org_id) =>
  send('POST', '/auth/cookie/refresh', { org_id: id }, { ...ownPage, cookie: cookieOf(token, id) });
const end = (token: string) =>
  send('DELETE', `/auth/cookie?org_id=${org_id}`, undefined, { ...ownPage, cookie: cookieOf(token) });
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);
const setToken = (token: string, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update refresh_tokens set ${fields} where token_hash = ${hashToken(token)} returning id`,
  );
const usedBefore = (token: string, seconds: number) =>
  setToken(token, sql`used_at = now() - ${seconds} * interval '1 second'`);
const isAlive = async (access_token: unknown) =>
  (
    await createTestClient(service.url, { access_token: String(access_token), user: owner.user }).call(
      'GET',
      '/users/me',
    )
  ).status === 200;
const newToken = ({ token, status }: Answer): string => {
  expect([status, token]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  return String(token);
};

describe('the cookie', () => {
  it('takes the refresh token, which no response then has', async () => {
    const refresh_token = await signIn();
    const { result, events, audit } = await recorded(() => store(refresh_token));
    const { body, setCookie } = result;
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 900, user: owner.user });
    expect(setCookie).toMatch(
      new RegExp(
        `^wfp-${org_id}=[\\w-]{43}; Max-Age=2592000; Path=/; Expires=[^;]+; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect([events, audit.length]).toEqual([[`auth.token_refreshed ${owner.user.id}`], 1]);
    expect(JSON.stringify([body, audit])).not.toContain(newToken(result));
    expect(await isAlive(body.access_token)).toBe(true);
    expect((await service.call('POST', '/auth/refresh', { refresh_token })).status).toBe(401);
  });

  it('is refreshed with a new token each time', async () => {
    let token = newToken(await store(await signIn()));
    for (let round = 0; round < 3; round += 1) {
      const { result, events } = await recorded(() => refresh(token));
      expect([result.body, events]).toEqual([
        { access_token: expect.any(String), expires_in: 900, user: owner.user },
        [`auth.token_refreshed ${owner.user.id}`],
      ]);
      expect(newToken(result)).not.toBe(token);
      token = newToken(result);
    }
  });

  it('has tokens that are only accepted in it, and takes no others', async () => {
    const refresh_token = await signIn();
    const token = newToken(await store(await signIn()));
    const { result, ...left } = await recorded(() =>
      Promise.all([
        service.call('POST', '/auth/refresh', { refresh_token: token }),
        store(token),
        refresh(refresh_token),
        refresh('x'),
        send('POST', '/auth/cookie/refresh', { org_id }),
      ]),
    );
    expect([result.map(({ status }) => status), left]).toEqual([[401, 401, 401, 401, 401], nothing]);
    expect(newToken(await refresh(token))).toEqual(expect.any(String));
  });

  it('belongs to one organization', async () => {
    const token = newToken(await store(await signIn()));
    const stranger = await service.newOrganization();
    const { result, ...left } = await recorded(() => refresh(token, stranger.user.org_id));
    expect([result.status, result.setCookie, left]).toEqual([401, null, nothing]);
    newToken(await refresh(token));
  });

  it('has a name that only a page with TLS can set, if the public address has TLS', async () => {
    const secure = await service.startPod({ PUBLIC_URL: 'https://workforce.example' });
    const response = await fetch(`${secure}/api/auth/cookie`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: await signIn() }),
    });
    expect(response.headers.get('set-cookie')).toMatch(
      new RegExp(`^__Host-wfp-${org_id}=[\\w-]{43}; .*Path=/; .*HttpOnly; Secure; SameSite=Strict$`),
    );
  });
});

describe('a lost response', () => {
  let first: string;
  beforeEach(async () => {
    first = newToken(await store(await signIn()));
  });

  it('can be requested again once within a minute', async () => {
    newToken(await refresh(first));
    await usedBefore(first, 59);
    const { result, events } = await recorded(() => refresh(first));
    expect(events).toEqual([`auth.token_refreshed ${owner.user.id}`]);
    const token = newToken(result);
    const third = await recorded(() => refresh(first));
    expect([third.result.status, third.result.setCookie, third.events]).toEqual([401, null, []]);
    newToken(await refresh(token));
  });

  it('of the exchange after signing in can be requested again, too', async () => {
    const refresh_token = await signIn();
    newToken(await store(refresh_token));
    const token = newToken(await store(refresh_token));
    newToken(await refresh(token));
    expect((await store(refresh_token)).status).toBe(401);
    await usedBefore(refresh_token, 11);
    const { result, events } = await recorded(() => store(refresh_token));
    expect([result.status, events]).toEqual([401, [`auth.token_reuse_detected ${owner.user.id}`]]);
    expect((await refresh(token)).token).toBe('');
  });

  it('is no reason after the successor was used', async () => {
    const second = newToken(await refresh(first));
    newToken(await refresh(second));
    await usedBefore(first, 11);
    const { result, events } = await recorded(() => refresh(first));
    expect([result.status, events]).toEqual([401, [`auth.token_reuse_detected ${owner.user.id}`]]);
  });

  it('is no reason after a minute', async () => {
    const second = await refresh(first);
    await usedBefore(first, 61);
    const { result, events, audit } = await recorded(() => refresh(first));
    expect([result.status, result.setCookie, events]).toEqual([
      401,
      null,
      [`auth.token_reuse_detected ${owner.user.id}`],
    ]);
    expect(audit).toMatchObject([{ action: 'token_reuse_detected', resource: 'session' }]);
    expect(await isAlive(second.body.access_token)).toBe(false);
  });

  it.each([0, 1])('leaves one branch: using a successor consumes the other (%i)', async (used) => {
    const successors = [newToken(await refresh(first)), newToken(await refresh(first))];
    const [next, lost] = used === 0 ? successors : successors.toReversed();
    const last = newToken(await refresh(String(next)));
    expect((await refresh(String(lost))).status).toBe(401);
    await usedBefore(String(lost), 11);
    const { events } = await recorded(() => refresh(String(lost)));
    expect(events).toEqual([`auth.token_reuse_detected ${owner.user.id}`]);
    const { status, token } = await refresh(last);
    // The session has ended: the cookie is deleted.
    expect([status, token]).toEqual([401, '']);
  });

  it('gives at most two tokens to twenty concurrent requests on two pods, and one of them lasts', async () => {
    const pod = await service.startPod();
    const onPod = async (token: string) => {
      const response = await fetch(`${pod}/api/auth/cookie/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: cookieOf(token) },
        body: JSON.stringify({ org_id }),
      });
      await response.text();
      return { status: response.status, token: response.headers.get('set-cookie')?.match(/=([^;]*)/)?.[1] };
    };
    let token = first;
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? onPod(token) : refresh(token))),
      );
      const successors = answers.flatMap((one) => (one.status === 200 ? [String(one.token)] : []));
      expect([successors.length, answers.filter(({ status }) => status === 401).length]).toEqual([2, 18]);
      const both = await Promise.all(successors.map((one, index) => (index ? onPod(one) : refresh(one))));
      const [winner] = both.filter(({ status }) => status === 200);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      token = String(winner?.token);
    }
    newToken(await refresh(token));
  });
});

describe('the end of a session', () => {
  it('by its cookie ends its tokens and deletes the cookie, also with a token that was used', async () => {
    const first = newToken(await store(await signIn()));
    const { body } = await refresh(first);
    const { result, events, audit } = await recorded(() => end(first));
    expect([result.status, result.token, events]).toEqual([204, '', [`auth.logout ${owner.user.id}`]]);
    expect(audit).toMatchObject([{ action: 'logout', resource: 'session' }]);
    expect(await isAlive(body.access_token)).toBe(false);
    const again = await recorded(() => end(first));
    expect([again.result.status, again.events]).toEqual([204, []]);
  });

  it('without a session deletes the cookie only', async () => {
    const refresh_token = await signIn();
    const { result, ...left } = await recorded(() =>
      Promise.all([end('x'), end(refresh_token), send('DELETE', `/auth/cookie?org_id=${org_id}`)]),
    );
    expect([result.map(({ status, token }) => [status, token]), left]).toEqual([
      [
        [204, ''],
        [204, ''],
        [204, ''],
      ],
      nothing,
    ]);
    expect((await service.call('POST', '/auth/refresh', { refresh_token })).status).toBe(200);
  });

  it('by other means deletes the cookie at the next refresh', async () => {
    const stored = await store(await signIn());
    const client = createTestClient(service.url, {
      access_token: String(stored.body.access_token),
      user: owner.user,
    });
    expect((await client.call('POST', '/auth/logout')).status).toBe(204);
    const { status, token } = await refresh(newToken(stored));
    expect([status, token]).toEqual([401, '']);
  });
});
