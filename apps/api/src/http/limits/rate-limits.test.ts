import { areas } from '@wfp/areas';
import type { Endpoint } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService({
    RATE_LIMIT_PER_MINUTE: '6',
    LOGIN_RATE_LIMIT_PER_MINUTE: '3',
    // Lets each test choose its own client address.
    TRUSTED_PROXIES: 'loopback',
  });
});
afterAll(() => service.stop());

const from = (ip: string) => ({ 'x-forwarded-for': ip });

function login(url: string, ip: string, email: string, password = 'wrong password'): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from(ip) },
    body: JSON.stringify({ email, password, org_slug: 'nowhere' }),
  });
}

function tally(responses: readonly { status: number }[]): Record<number, number> {
  const groups = Map.groupBy(responses, ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, { length }]) => [status, length]));
}

describe('requests', () => {
  it('are limited per credential across all pods, with Retry-After', async () => {
    const [owner, other] = [await service.newOrganization(), await service.newOrganization()];
    const pod = await service.startPod();
    const onOtherPod = () =>
      fetch(`${pod}/api/users/me`, { headers: { authorization: `Bearer ${owner.token}` } });
    for (let left = 5; left >= 0; left -= 1) {
      const response = left % 2 ? await onOtherPod() : await owner.call('GET', '/users/me');
      expect([response.status, response.headers.get('ratelimit')]).toEqual([
        200,
        expect.stringMatching(new RegExp(`^"minute";r=${left};t=([1-9]|[1-5]\\d|60)$`)),
      ]);
      expect(response.headers.get('ratelimit-policy')).toBe('"minute";q=6;w=60');
    }
    const rejected = await owner.call('GET', '/users/me');
    expect(rejected.status).toBe(429);
    const wait = Number(rejected.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(rejected.headers.get('ratelimit')).toBe(`"minute";r=0;t=${wait}`);
    expect(rejected.headers.get('ratelimit-policy')).toBe('"minute";q=6;w=60');
    expect(rejected.body).toEqual({ error: `Too many requests; try again in ${wait} s` });
    expect((await other.call('GET', '/users/me')).status).toBe(200);
  });

  it('are limited per user over all credentials: five times as many', async () => {
    const owner = await service.newOrganization();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const keys = await Promise.all(names.map((name) => owner.call('POST', '/api-keys', { name })));
    const responses: Response[] = [];
    for (const { body } of keys)
      for (let n = 0; n < 5; n += 1)
        responses.push(
          await fetch(`${service.url}/api/users/me`, { headers: { authorization: `Bearer ${body.key}` } }),
        );
    expect(tally(responses)).toEqual({ 200: 24, 429: 6 });
    const last = responses.at(-1)?.headers;
    const wait = Number(last?.get('retry-after'));
    expect([last?.get('ratelimit'), last?.get('ratelimit-policy')]).toEqual([
      `"user";r=0;t=${wait}`,
      '"user";q=30;w=60',
    ]);
  });

  it('for a stream get status 200 with a retry time, because EventSource never reconnects after 429', async () => {
    const owner = await service.newOrganization();
    for (let left = 5; left >= 0; left -= 1) await owner.call('GET', '/users/me');
    const client = await openStream(service.url, owner.token);
    await client.closed;
    expect([client.status, client.messages]).toEqual([200, []]);
    expect(client.headers.get('content-type')).toBe('text/event-stream');
    expect(client.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/);
    expect(client.retryMs).toBeGreaterThanOrEqual(1_000 * Number(client.headers.get('retry-after')));
    const head = { method: 'HEAD', headers: { authorization: `Bearer ${owner.token}` } };
    expect((await fetch(`${service.url}/api/events/stream`, head)).status).toBe(429);
  });

  it('for a stream with an invalid credential get 401, then 429', async () => {
    const rejected = { headers: { authorization: 'Bearer forged', ...from('203.0.113.77') } };
    const requestStream = async () => (await fetch(`${service.url}/api/events/stream`, rejected)).status;
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push(await requestStream());
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  it('never exceed the limit when sent to two pods concurrently', async () => {
    const owner = await service.newOrganization();
    const pods = [service.url, await service.startPod()];
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        fetch(`${pods[index % 2]}/api/users/me`, { headers: { authorization: `Bearer ${owner.token}` } }),
      ),
    );
    expect(tally(responses)).toEqual({ 200: 6, 429: 54 });
  });

  it('are limited separately for two credentials of one user, and count even if the body is invalid', async () => {
    const owner = await service.newOrganization();
    const { body } = await owner.call('POST', '/api-keys', { name: 'Second' });
    const withKey = () => service.call('POST', '/tasks', {}, { authorization: `Bearer ${body.key}` });
    const responses = [];
    for (let count = 0; count < 8; count += 1) responses.push(await withKey());
    expect(tally(responses)).toEqual({ 422: 6, 429: 2 });
    expect((await owner.call('GET', '/users/me')).status).toBe(200);
  });

  it('without a credential are limited per address', async () => {
    const health = (ip: string) => service.call('GET', '/health', undefined, from(ip));
    const responses = [];
    for (let count = 0; count < 8; count += 1) responses.push(await health('203.0.113.7'));
    expect(tally(responses)).toEqual({ 200: 6, 429: 2 });
    expect((await health('203.0.113.8')).status).toBe(200);
  });

  it('with an invalid credential are limited per address and do not affect valid ones', async () => {
    const owner = await service.newOrganization();
    const pods = [service.url, await service.startPod()];
    const me = (token: string | undefined, at: number) =>
      fetch(`${pods[at % 2]}/api/users/me`, {
        headers: { ...from('203.0.113.20'), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      });
    const responses = [];
    for (const [at, token] of [`wfp_${'0'.repeat(64)}`, 'eyJ', undefined, 'x', 'y', 'z', 'z', 'z'].entries())
      responses.push(await me(token, at));
    expect(tally(responses)).toEqual({ 401: 6, 429: 2 });
    expect(responses[0]?.headers.get('ratelimit')).toMatch(/^"minute";r=5;/);
    expect(Number(responses[7]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await me(owner.token, 0)).status).toBe(200);
  });

  it.each([
    ['GET', '/api/docs', '203.0.113.30', 200],
    ['GET', '/api/docs.json', '203.0.113.31', 200],
    ['POST', '/api/nowhere', '203.0.113.40', 404],
    ['PUT', '/api/tasks', '203.0.113.42', 405],
  ])('without an endpoint are limited per address: %s %s', async (method, path, ip, status) => {
    const responses = [];
    for (let n = 0; n < 8; n += 1)
      responses.push(await fetch(service.url + path, { method, headers: from(ip) }));
    expect(tally(responses)).toEqual({ [status]: 6, 429: 2 });
    expect((await service.call('GET', '/health', undefined, from(ip))).status).toBe(429);
  });

  it('from one IPv4 address share a limit in every notation', async () => {
    const health = (ip: string) => service.call('GET', '/health', undefined, from(ip));
    const responses = [];
    for (let count = 0; count < 2; count += 1)
      for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109'])
        responses.push(await health(ip));
    expect(tally(responses)).toEqual({ 200: 6 });
    expect((await health('203.0.113.9')).status).toBe(429);
    expect((await health('::ffff:203.0.113.10')).status).toBe(200);
  });

  it('from one IPv6 /64 network share a limit', async () => {
    const health = (ip: string) => service.call('GET', '/health', undefined, from(ip));
    const responses = [];
    for (let count = 0; count < 6; count += 1) responses.push(await health(`2001:db8:1:2:${count}::1`));
    expect(tally(responses)).toEqual({ 200: 6 });
    expect((await health('2001:0DB8:0001:0002:ffff::')).status).toBe(429);
    expect((await health('2001:db8:1:3::1')).status).toBe(200);
    expect((await health('2001:db8::1')).status).toBe(200);
  });
});

describe('password attempts', () => {
  it('are limited per account from any address, including correct ones', async () => {
    const pods = [service.url, await service.startPod()];
    const responses = [];
    for (const [at, email] of [
      'a@example.test',
      'A@Example.test',
      ' a@example.test',
      'a@example.test',
    ].entries()) {
      const password = at === 3 ? testPassword : 'wrong password';
      responses.push(await login(pods[at % 2] ?? '', `198.51.100.${at}`, email, password));
    }
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    expect(responses[3]?.headers.get('ratelimit-policy')).toBe('"attempts";q=3;w=60');
    expect(responses[3]?.headers.get('ratelimit')).toMatch(/^"attempts";r=0;t=\d+$/);
    expect(Number(responses[3]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('are limited per account when a session changes its password', async () => {
    const owner = await service.newOrganization();
    const statuses = [];
    for (let at = 0; at < 4; at += 1) {
      const tried = { current_password: 'a wrong guess', new_password: 'quite another password, truly' };
      statuses.push(
        (await owner.call('POST', '/auth/password', tried, from(`198.51.100.${100 + at}`))).status,
      );
    }
    expect(statuses).toEqual([422, 422, 422, 429]);
  });

  it('are limited per organization when users with passwords are created', async () => {
    const owner = await service.newOrganization();
    // Has a password: the first of three.
    const admin = await service.newUser(owner, ['admin']);
    let count = 0;
    const create = (by: Client, given: object) => {
      count += 1;
      const email = `new${count}@example.test`;
      const ip = `198.51.100.${120 + count}`;
      return by.call('POST', '/users', { email, first_name: 'N', last_name: 'U', ...given }, from(ip));
    };
    const statuses = [];
    for (const by of [owner, admin]) statuses.push((await create(by, { password: testPassword })).status);
    expect(statuses).toEqual([201, 201]);
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      create(admin, { password: testPassword }),
    );
    expect([result.status, result.headers.get('ratelimit-policy')]).toEqual([429, '"attempts";q=3;w=60']);
    expect(left).toMatchObject(nothing);
    expect((await create(owner, {})).status).toBe(201);
    const other = await service.newOrganization();
    expect((await create(other, { password: testPassword })).status).toBe(201);
  });

  it('are limited per address for any account', async () => {
    const responses = [];
    for (let count = 0; count < 5; count += 1) {
      responses.push(await login(service.url, '198.51.100.77', `b${count}@example.test`));
    }
    expect(tally(responses)).toEqual({ 401: 3, 429: 2 });
    expect((await login(service.url, '198.51.100.78', 'b9@example.test')).status).toBe(401);
  });

  it('from a blocked address do not count for the account', async () => {
    for (let count = 0; count < 3; count += 1)
      await login(service.url, '198.51.100.90', `d${count}@example.test`);
    for (let count = 0; count < 4; count += 1) {
      expect((await login(service.url, '198.51.100.90', 'victim@example.test')).status).toBe(429);
    }
    expect((await login(service.url, '198.51.100.91', 'victim@example.test')).status).toBe(401);
  });

  it('count and are rejected before the body is validated', async () => {
    const login = areas
      .flatMap((area) => area.endpoints ?? [])
      .find(({ path }) => path === '/auth/login') as Endpoint;
    const validate = vi.spyOn(login.body as NonNullable<Endpoint['body']>, 'safeParse');
    const attempt = (text: string) => {
      const headers = { 'content-type': 'application/json', ...from('198.51.100.110') };
      return fetch(`${service.url}/api/auth/login`, { method: 'POST', headers, body: text });
    };
    const statuses = [];
    for (const text of ['{', '{}', ' '.repeat(20_000), '{}', '{', ' '.repeat(20_000)])
      statuses.push((await attempt(text)).status);
    const validated = validate.mock.calls.length;
    validate.mockRestore();
    expect([statuses, validated]).toEqual([[422, 422, 413, 429, 429, 429], 1]);
  });

  it('of strangers do not block networks from which the account signed in, where the limit of the address applies', async () => {
    const { user } = await service.newOrganization();
    const [{ slug }] = await service.rows(sql`select slug from organizations where id = ${user.org_id}`);
    const signIn = async (ip: string, password = testPassword) => {
      const body = { org_slug: slug, email: user.email, password };
      return (await service.call('POST', '/auth/login', body, from(ip))).status;
    };
    expect(await signIn('2001:db8:77:1::1')).toBe(200);
    const wrong = [1, 2, 3].map((at) => signIn(`192.0.2.${200 + at}`, 'wrong password'));
    expect((await Promise.all(wrong)).toSorted()).toEqual([401, 401, 429]);
    // From other networks not even the right password is accepted.
    expect(await signIn('192.0.2.204')).toBe(429);
    const known = [];
    for (const password of ['wrong password', testPassword, testPassword])
      known.push(await signIn(`2001:db8:77:1::${known.length}`, password));
    expect(known).toEqual([401, 200, 429]);
    // A wrong password does not make a network known.
    expect(await signIn('192.0.2.201')).toBe(429);
  });

  it('share the limit across concurrent requests to two pods', async () => {
    const pods = [service.url, await service.startPod()];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        login(pods[index % 2] ?? '', `192.0.2.${index}`, 'c@example.test'),
      ),
    );
    expect(tally(responses)).toEqual({ 401: 3, 429: 17 });
  });
});
