import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const make = async (body: object = {}) =>
  (await owner.call('POST', '/api-keys', { name: 'Key', ...body })).body;
const using = (key: string) => createTestClient(service.url, { access_token: key, user: owner.user });
const statusOf = async (key: string, headers: Record<string, string> = {}) =>
  (await using(key).call('GET', '/tasks', undefined, headers)).status;
const fetched = async (id: number) => (await owner.call('GET', `/api-keys/${id}`)).body;

it('works only from its ranges, ignoring forwarding headers', async () => {
  const here = await make({ allowed_cidrs: ['127.0.0.0/8', '::1'] });
  const elsewhere = await make({ allowed_cidrs: ['192.0.2.0/24', '2001:db8::/32'] });
  const claim = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' };
  expect([
    await statusOf(here.key),
    await statusOf(elsewhere.key),
    await statusOf(elsewhere.key, claim),
  ]).toEqual([200, 401, 401]);
  expect((await fetched(elsewhere.id)).last_used_at).toBeNull();
});

it('records time and address of its last use, at most once a minute', async () => {
  const { id, key } = await make();
  await statusOf(key);
  const first = await eventually(
    () => fetched(id),
    (row) => row.last_used_at !== null,
  );
  expect(first.last_used_ip).toMatch(/127\.0\.0\.1|::1/);
  await Promise.all(Array.from({ length: 10 }, () => statusOf(key)));
  expect((await fetched(id)).last_used_at).toBe(first.last_used_at);
  await executeOperational(
    service.platform,
    sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${id} returning id`,
  );
  await statusOf(key);
  await eventually(
    () => fetched(id),
    (row) => Date.parse(row.last_used_at) >= Date.parse(first.last_used_at),
  );
});

it('requires a recent second factor to be created', async () => {
  const person = await service.newUser(owner, ['employee']);
  const { org_id, id: user_id } = person.user;
  const old = await person.call('POST', '/api-keys', { name: 'Before' });
  expect(old.status).toBe(201);
  await executeOperational(
    service.platform,
    sql`insert into mfa_methods (org_id, user_id, label, secret_enc, confirmed_at)
      values (${org_id}, ${user_id}, 'Phone', '\\x00', now()) returning id`,
  );
  const proven = (ago: string) =>
    executeOperational(
      service.platform,
      sql`update sessions set mfa_at = now() - ${ago}::interval where org_id = ${org_id} and user_id = ${user_id} returning id`,
    );
  const attempt = () =>
    recordedBy(service, org_id, async () => [
      (await person.call('POST', '/api-keys', { name: 'Later' })).status,
      (await person.call('POST', `/api-keys/${old.body.id}/rotate`, {})).status,
    ]);
  expect(await attempt()).toMatchObject({ result: [403, 403], events: [] });
  await proven('11 minutes');
  expect(await attempt()).toMatchObject({ result: [403, 403], events: [] });
  await proven('1 minute');
  expect((await attempt()).result).toEqual([201, 201]);
});
