import { randomUUID } from 'node:crypto';
import { systemCaller } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../../packages/areas/src/auth/index.ts';
import { watchHashing } from './hashing.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const hashing = watchHashing();
beforeEach(() => {
  hashing.count = 0;
  hashing.insideTransactions.length = 0;
});

it('detects a hash inside a transaction, even if it is queued behind other hashes', async () => {
  const origin = { request_id: 'hashing', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, owner.user.org_id, origin, []);
  const others = Array.from({ length: 3 }, () =>
    hashPassword(service.platform, 'outside of any transaction', caller),
  );
  await writeInTransaction(caller, () => hashPassword(service.platform, 'inside of one', caller));
  await Promise.all(others);
  expect([hashing.count, hashing.insideTransactions.length]).toEqual([4, 1]);
});

const ada = () => ({ email: `${randomUUID()}@example.test`, first_name: 'Ada', last_name: 'Able' });
const next = 'another perfectly fine password';

it.each<[string, number, () => Promise<{ status: number }>]>([
  ['a user with a password', 201, () => keyed(owner, '/users', { ...ada(), password: testPassword })],
  [
    'another password',
    204,
    async () => {
      const user = await service.newUser(owner, ['viewer']);
      return keyed(user, '/auth/password', { current_password: testPassword, new_password: next });
    },
  ],
  [
    'an export of the organization',
    202,
    () =>
      keyed(owner, `/organizations/${owner.user.org_id}/export`, {
        password: testPassword,
        format: 'ndjson',
      }),
  ],
  [
    'another address',
    202,
    () => keyed(owner, '/users/me/email', { email: ada().email, password: testPassword }),
  ],
])('hashes before the transaction of a request with an Idempotency-Key: %s', async (_, status, request) => {
  expect((await request()).status).toBe(status);
  expect(hashing.count).toBeGreaterThan(0);
  expect(hashing.insideTransactions).toEqual([]);
});

const keyed = (by: Client, path: string, body: object) =>
  by.call('POST', path, body, { 'idempotency-key': randomUUID() });
