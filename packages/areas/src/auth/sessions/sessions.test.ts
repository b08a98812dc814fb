import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let pod: string;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  pod = await service.startPod();
});
afterAll(() => service.stop());

const newUser = () => service.newUser(owner, ['employee']);

async function signIn(user: Client): Promise<Client & { refresh_token: string }> {
  const { org_slug, email } = (await user.call('GET', '/users/me')).body;
  const { body } = await service.call('POST', '/auth/login', { org_slug, email, password: testPassword });
  return { ...createTestClient(service.url, body), refresh_token: body.refresh_token };
}

const me = async (client: Client, url = service.url) =>
  (await createTestClient(url, { access_token: client.token, user: client.user }).call('GET', '/users/me'))
    .status;
const refresh = (refresh_token: string) => service.call('POST', '/auth/refresh', { refresh_token });

describe('logout', () => {
  it('ends only this session, on every pod', async () => {
    const first = await newUser();
    const second = await signIn(first);
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      second.call('POST', '/auth/logout'),
    );
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([`auth.logout ${first.user.id}`]);
    expect(audit).toMatchObject([{ action: 'logout', resource: 'session', after: { end_reason: 'logout' } }]);
    expect([await me(second), await me(second, pod), await me(first)]).toEqual([401, 401, 200]);
    expect((await refresh(second.refresh_token)).status).toBe(401);
  });

  it('ends all sessions with logout-all', async () => {
    const first = await newUser();
    const second = await signIn(first);
    expect((await first.call('POST', '/auth/logout-all')).status).toBe(204);
    expect([await me(first), await me(second, pod)]).toEqual([401, 401]);
  });

  it('is forbidden for an API key', async () => {
    const user = await newUser();
    const { key } = (await user.call('POST', '/api-keys', { name: 'Theirs' })).body;
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      service.call('POST', '/auth/logout', undefined, { authorization: `Bearer ${key}` }),
    );
    expect(result.status).toBe(403);
    expect(left.events).toEqual([]);
  });
});

describe('sessions', () => {
  it('are listed only to their user, the current one first', async () => {
    const first = await newUser();
    const second = await signIn(first);
    const { body } = await first.call('GET', '/auth/sessions');
    expect(body.total).toBe(2);
    expect(body.data.map((one: { is_current: boolean }) => one.is_current)).toEqual([true, false]);
    expect(JSON.stringify(body)).not.toContain(second.refresh_token);
    const ids = body.data.map((one: { id: number }) => one.id);
    const listed = async (query: string) =>
      (await first.call('GET', `/auth/sessions?${query}`)).body.data.map((one: { id: number }) => one.id);
    expect(await listed('sort=is_current')).toEqual(ids.toReversed());
    expect(await listed('q=127.0.0')).toEqual(ids);
    expect(await listed('q=no%20such%20browser')).toEqual([]);
  });

  it('are not listed to API keys, which would tell the addresses and devices of their user', async () => {
    const user = await newUser();
    const { key } = (await user.call('POST', '/api-keys', { name: 'Key' })).body;
    const response = await createTestClient(service.url, { access_token: key, user: user.user }).call(
      'GET',
      '/auth/sessions',
    );
    expect([response.status, response.body.error]).toEqual([
      403,
      'Requires a session; to revoke an API key, use DELETE /api/api-keys/:id',
    ]);
  });

  it('can be ended one by one, only by their user', async () => {
    const user = await newUser();
    const other = await signIn(user);
    const { data } = (await other.call('GET', '/auth/sessions')).body;
    const id = data[0].id as number;
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('DELETE', `/auth/sessions/${id}`),
    );
    expect(result.status).toBe(404);
    expect(left).toEqual(nothing);
    expect((await user.call('DELETE', `/auth/sessions/${id}`)).status).toBe(204);
    expect([await me(other, pod), await me(user)]).toEqual([401, 200]);
    expect((await user.call('DELETE', `/auth/sessions/${id}`)).status).toBe(404);
  });

  it('end when they expire, refreshed or not', async () => {
    const user = await signIn(await newUser());
    await executeOperational(
      service.platform,
      sql`update sessions set expires_at = now() where org_id = ${owner.user.org_id} and user_id = ${user.user.id} returning id`,
    );
    expect(await me(user)).toBe(401);
    expect((await refresh(user.refresh_token)).status).toBe(401);
  });
});

describe('a new signing secret', () => {
  const start = (JWT_SECRET: string, JWT_PREVIOUS_SECRETS: string) =>
    startOwnService({ JWT_SECRET, JWT_PREVIOUS_SECRETS, DATABASE_URL: service.config.DATABASE_URL });
  const before = 'a secret that only tests sign their tokens with';
  const after = 'another secret that only tests sign their tokens with';

  it('keeps sessions while the old secret is accepted, and ends them otherwise', async () => {
    const user = await newUser();
    const rotated = await start(after, before);
    const without = await start(after, '');
    try {
      expect([await me(user, rotated.url), await me(user, without.url)]).toEqual([200, 401]);
      const { org_slug, email } = (await user.call('GET', '/users/me')).body;
      const login = { org_slug, email, password: testPassword };
      const { body } = await rotated.call('POST', '/auth/login', login);
      const fresh = createTestClient(rotated.url, body);
      expect([await me(fresh, without.url), await me(fresh, service.url)]).toEqual([200, 401]);
    } finally {
      await rotated.stop();
      await without.stop();
    }
  });
});

describe('allowed networks', () => {
  it('reject requests from other networks from the next request on', async () => {
    const org = await service.newOrganization();
    const patch = (security: object, confirm?: boolean) =>
      org.call('PATCH', '/organizations/current/settings', { security, ...(confirm ? { confirm } : {}) });
    const shutOut = await patch({ allowed_networks: ['192.0.2.0/24'] });
    expect([shutOut.status, Object.keys(shutOut.body.details.fieldErrors)]).toEqual([
      422,
      ['security.allowed_networks'],
    ]);
    expect((await patch({ allowed_networks: ['127.0.0.0/8', '::1'] })).status).toBe(200);
    expect((await org.call('GET', '/tasks')).status).toBe(200);
    expect((await patch({ allowed_networks: ['192.0.2.0/24'] }, true)).status).toBe(200);
    const { status, body } = await org.call('GET', '/tasks');
    expect([status, body.error]).toEqual([403, expect.stringContaining('this network')]);
    const { org_slug } = { org_slug: await slugOf(org) };
    const login = await service.call('POST', '/auth/login', {
      org_slug,
      email: org.user.email,
      password: testPassword,
    });
    expect(login.status).toBe(403);
  });

  const slugOf = async (org: Client) => {
    const [row] = await service.rows<{ slug: string }>(
      sql`select slug from organizations where id = ${org.user.org_id}`,
    );
    return row?.slug;
  };
});
