import { systemCaller } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilWaiting, whileLocked } from '@wfp/testing/lock-waits.ts';
import { enrol } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countGuess } from './guesses.store.ts';

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

it('guesses that wait for a locked user leave connections to other organizations', async () => {
  await enrol(service, owner);
  const { org_id, id } = owner.user;
  const origin = { request_id: 'guesses', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, org_id, origin, []);
  let settled: Promise<unknown> | undefined;
  await whileLocked(service.config.DATABASE_URL, 'users', id, async (holder) => {
    settled = Promise.allSettled(Array.from({ length: 10 }, () => countGuess(caller, id)));
    await waitUntilWaiting(holder, share);
    expect((await other.call('POST', '/tasks', { title: 'Task' })).status).toBe(201);
  });
  await settled;
});
