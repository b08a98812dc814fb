import { randomBytes } from 'node:crypto';
import { systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilWaiting, whileLocked } from '@wfp/testing/lock-waits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertChallenge } from './challenges.store.ts';

const { sql } = Prisma;

/** Two thirds, rounded, of the seven connections that a pool of twelve has for writing. */
const share = 5;

let service: TestService;
let owner: Client;
let other: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '12' });
  [owner, other] = [await service.newOrganization(), await service.newOrganization()];
});
afterAll(() => service.stop());

const createTask = async () => (await other.call('POST', '/tasks', { title: 'Task' })).status;

it('sign-ins that wait for a locked user leave connections to other organizations', async () => {
  const { org_id, id } = owner.user;
  const origin = { request_id: 'locked-users', ip: null, user_agent: null };
  const caller = { ...systemCaller(service.platform, org_id, origin, []), user_id: id };
  const [user] = await service.rows<{ password_hash: string }>(
    sql`select password_hash from users where org_id = ${org_id} and id = ${id}`,
  );
  let settled: Promise<unknown> | undefined;
  await whileLocked(service.config.DATABASE_URL, 'users', id, async (holder) => {
    settled = Promise.allSettled(
      Array.from({ length: 10 }, () => insertChallenge(caller, randomBytes(32), user?.password_hash ?? null)),
    );
    await waitUntilWaiting(holder, share);
    expect(await createTask()).toBe(201);
  });
  await settled;
});

it('requests with a locked key do not wait, and record its use later', async () => {
  const { key, id } = (await owner.call('POST', '/api-keys', { name: 'Key' })).body;
  const client = createTestClient(service.url, { access_token: key, user: owner.user });
  await whileLocked(service.config.DATABASE_URL, 'api_keys', id, async () => {
    const reads = await Promise.all(Array.from({ length: 20 }, () => client.call('GET', '/users/me')));
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await createTask()).toBe(201);
  });
  await client.call('GET', '/users/me');
  await expect
    .poll(async () => (await owner.call('GET', `/api-keys/${id}`)).body.last_used_at)
    .toEqual(expect.any(String));
});
