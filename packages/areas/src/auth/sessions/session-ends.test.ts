import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

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

let user: Client;
/** The ids of four sessions of the user, of which the first one makes the calls. */
let current: number;
let live: number;
let ended: number;
let expired: number;
beforeEach(async () => {
  user = await service.newUser(owner, ['employee']);
  const credentials = { org_slug, email: user.user.email, password: testPassword };
  for (let index = 0; index < 3; index += 1) await service.call('POST', '/auth/login', credentials);
  const sessions = await service.rows<{ id: number }>(
    sql`select id from sessions where user_id = ${user.user.id} order by id`,
  );
  [current = 0, live = 0, ended = 0, expired = 0] = sessions.map(({ id }) => id);
  await setSession(ended, sql`ended_at = now() - interval '1 day', end_reason = 'logout'`);
  await setSession(expired, sql`expires_at = now() - interval '1 day'`);
});

const setSession = (id: number, fields: Prisma.Sql) =>
  executeOperational(service.platform, sql`update sessions set ${fields} where id = ${id} returning id`);
const sessionsOf = (by: Client) =>
  service.rows<{ id: number; end_reason: string | null; hours: number | null; is_old: boolean }>(sql`
    select id, end_reason, ended_at < now() - interval '23 hours' as is_old,
      round(extract(epoch from expires_at - created_at) / 3600)::int as hours
    from sessions where user_id = ${by.user.id} order by id`);

it('lists only live sessions of the caller', async () => {
  const listed = async (query = '') =>
    (await user.call('GET', `/auth/sessions?${query}`)).body.data.map((one: { id: number }) => one.id);
  expect((await listed()).toSorted()).toEqual([current, live]);
  await setSession(live, sql`expires_at = now() + interval '1 hour', user_agent = 'Lynx', ip = '192.0.2.7'`);
  expect([await listed('q=lynx'), await listed('q=192.0.2'), await listed('q=firefox')]).toEqual([
    [live],
    [live],
    [],
  ]);
  const { body } = await service.call('POST', '/auth/login', {
    ...{ org_slug, email: owner.user.email, password: testPassword },
  });
  const other = createTestClient(service.url, body);
  const theirs = (await other.call('GET', '/auth/sessions')).body.data.map((one: { id: number }) => one.id);
  expect(theirs).not.toEqual(expect.arrayContaining([live]));
});

it.each([
  ['an ended session', () => ended],
  ['an expired session', () => expired],
])('cannot end %s', async (_, id) => {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    user.call('DELETE', `/auth/sessions/${id()}`),
  );
  expect([result.status, left]).toEqual([404, nothing]);
});

it('cannot end the session of another user', async () => {
  const colleague = await service.newUser(owner, ['admin']);
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    colleague.call('DELETE', `/auth/sessions/${live}`),
  );
  expect([result.status, left]).toEqual([404, nothing]);
});

it('ends all sessions of the caller once, and keeps how others ended', async () => {
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    user.call('POST', '/auth/logout-all'),
  );
  expect([result.status, events]).toEqual([204, Array(3).fill(`auth.logout ${user.user.id}`)]);
  expect(await sessionsOf(user)).toMatchObject([
    { id: current, end_reason: 'logout_everywhere' },
    { id: live, end_reason: 'logout_everywhere' },
    { id: ended, end_reason: 'logout', is_old: true },
    { id: expired, end_reason: 'logout_everywhere' },
  ]);
  expect((await owner.call('GET', '/users/me')).status).toBe(200);
});

it('limits longer sessions of the organization that have not ended', async () => {
  await setSession(current, sql`expires_at = created_at + interval '8 hours'`);
  await setSession(live, sql`expires_at = created_at + interval '2 hours'`);
  const stranger = await service.newOrganization();
  const limit = async (session_hours: number | null) => {
    const body = { security: { session_hours }, confirm: true };
    expect((await owner.call('PATCH', '/organizations/current/settings', body)).status).toBe(200);
  };
  const before = (await sessionsOf(user)).map((one) => one.hours);
  await limit(4);
  const limited = [4, 2, null, before.at(-1)];
  expect((await sessionsOf(user)).map((one) => one.hours)).toEqual(limited);
  await limit(null);
  expect((await sessionsOf(user)).map((one) => one.hours)).toEqual(limited);
  expect((await sessionsOf(owner)).map((one) => one.hours)).toEqual((await sessionsOf(owner)).map(() => 4));
  expect((await sessionsOf(stranger)).map((one) => one.hours)).toEqual([null]);
});
