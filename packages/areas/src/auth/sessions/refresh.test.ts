import { hashToken } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
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

interface Pair {
  access_token: string;
  refresh_token: string;
}

const signIn = async (): Promise<Pair> =>
  (await service.call('POST', '/auth/login', { email: owner.user.email, password: testPassword, org_slug }))
    .body;
const refresh = (refresh_token: string) => service.call('POST', '/auth/refresh', { refresh_token });
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const setToken = (token: string, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update refresh_tokens set ${fields} where token_hash = ${hashToken(token)} returning id`,
  );
const isAlive = async ({ access_token }: Pair) =>
  (await createTestClient(service.url, { access_token, user: owner.user }).call('GET', '/users/me'))
    .status === 200;

it('exchanges a token for a new pair, and records no tokens', async () => {
  const pair = await signIn();
  const { result, events, audit, outbox } = await recorded(() => refresh(pair.refresh_token));
  expect(result.status).toBe(200);
  expect(result.body).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 900,
    user: owner.user,
  });
  expect(result.body.refresh_token).not.toBe(pair.refresh_token);
  expect([events, audit.length, outbox]).toEqual([[`auth.token_refreshed ${owner.user.id}`], 1, 1]);
  expect(JSON.stringify(audit)).not.toMatch(/_hash|refresh_token/);
  expect(await isAlive(result.body)).toBe(true);
  expect((await refresh(result.body.refresh_token)).status).toBe(200);
});

it('accepts exactly one of twenty concurrent uses on two pods', async () => {
  let { refresh_token } = await signIn();
  const pod = await service.startPod();
  const onPod = () =>
    createTestClient(pod, { access_token: 'x', user: owner.user }).call('POST', '/auth/refresh', {
      refresh_token,
    });
  for (let round = 0; round < 10; round += 1) {
    const { result, events } = await recorded(() =>
      Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? onPod() : refresh(refresh_token)))),
    );
    const statuses = result.map((one) => one.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
    expect(events).toEqual([`auth.token_refreshed ${owner.user.id}`]);
    const winner = result.find((one) => one.status === 200);
    expect(await isAlive(winner?.body)).toBe(true);
    // The next round uses the new token.
    refresh_token = winner?.body.refresh_token;
  }
  expect((await refresh(refresh_token)).status).toBe(200);
});

it('treats reuse of a token within 10 s as a race of two tabs', async () => {
  const pair = await signIn();
  const { body: next } = await refresh(pair.refresh_token);
  await setToken(pair.refresh_token, sql`used_at = now() - interval '8 seconds'`);
  const { result, ...left } = await recorded(() => refresh(pair.refresh_token));
  expect(result.status).toBe(401);
  expect(left).toEqual(nothing);
  expect(await isAlive(next)).toBe(true);
  expect((await refresh(next.refresh_token)).status).toBe(200);
});

it('treats later reuse as theft, and ends only that session', async () => {
  const [pair, other] = [await signIn(), await signIn()];
  const { body: next } = await refresh(pair.refresh_token);
  const { body: last } = await refresh(next.refresh_token);
  await setToken(pair.refresh_token, sql`used_at = now() - interval '11 seconds'`);
  const { result, events, audit, outbox } = await recorded(() => refresh(pair.refresh_token));
  expect(result.status).toBe(401);
  expect([events, outbox]).toEqual([[`auth.token_reuse_detected ${owner.user.id}`], 1]);
  expect(audit).toMatchObject([{ action: 'token_reuse_detected', resource: 'session' }]);
  for (const dead of [pair, next, last]) expect(await isAlive(dead)).toBe(false);
  expect((await refresh(last.refresh_token)).status).toBe(401);
  expect(await isAlive(other)).toBe(true);
  const again = await recorded(() => refresh(pair.refresh_token));
  expect(again.events).toEqual([]);
});

it('rejects expired, unknown and access tokens', async () => {
  const pair = await signIn();
  await setToken(pair.refresh_token, sql`expires_at = now() - interval '1 second'`);
  const { result, ...left } = await recorded(() =>
    Promise.all([pair.refresh_token, pair.access_token.slice(0, 200), 'x', 'A'.repeat(43)].map(refresh)),
  );
  expect(result.map((one) => one.status)).toEqual([401, 401, 401, 401]);
  expect(new Set(result.map((one) => one.body.error)).size).toBe(1);
  expect(left).toEqual(nothing);
  expect(await isAlive(pair)).toBe(true);
});

it('reveals a suspension only to the holder of a session that has not ended', async () => {
  const user = await service.newUser(owner, ['employee']);
  const credentials = { email: user.user.email, password: testPassword, org_slug };
  const tokens: string[] = [];
  for (const change of [
    sql`ended_at = now()`,
    sql`expires_at = now()`,
    sql`expires_at = now() + interval '1 hour'`,
  ]) {
    const { refresh_token } = (await service.call('POST', '/auth/login', credentials)).body;
    tokens.push(refresh_token);
    const session = sql`select session_id from refresh_tokens where token_hash = ${hashToken(refresh_token)}`;
    await executeOperational(
      service.platform,
      sql`update sessions set ${change} where id = (${session}) returning id`,
    );
  }
  expect((await owner.call('POST', `/users/${user.user.id}/suspend`, {})).status).toBe(200);
  const live = sql`ended_at = null where user_id = ${user.user.id} and end_reason = 'suspended'`;
  await executeOperational(service.platform, sql`update sessions set ${live} returning id`);
  const { result, ...left } = await recorded(() => Promise.all(tokens.map(refresh)));
  expect([result.map(({ status }) => status), left]).toEqual([[401, 401, 403], nothing]);
});

it('is not accepted as a bearer token', async () => {
  const { refresh_token } = await signIn();
  expect(await isAlive({ access_token: refresh_token, refresh_token })).toBe(false);
});
