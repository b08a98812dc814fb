import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { enrol } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consumeStep } from './mfa.store.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const callerIn = (org_id: number) =>
  systemCaller(service.platform, org_id, { request_id: 'mfa-store', ip: null, user_agent: null }, []);
const consume = (caller: Caller, id: number, step: number) =>
  executeOperationalInTransaction(service.platform, ({ execute }) =>
    consumeStep({ executeUnrecorded: execute } as Transaction, caller, id, step),
  );

it('consumes a time step once, and no earlier one, for a method that can be used', async () => {
  const caller = callerIn(owner.user.org_id);
  const stranger = await service.newOrganization();
  const { id } = await enrol(service, await service.newUser(owner, ['employee']));
  const consumed = [];
  for (const step of [10, 10, 9, 11]) consumed.push(await consume(caller, id, step));
  expect(consumed).toEqual([true, false, false, true]);
  expect(await consume(callerIn(stranger.user.org_id), id, 12)).toBe(false);
  const set = (fields: Prisma.Sql) =>
    executeOperational(service.platform, sql`update mfa_methods set ${fields} where id = ${id} returning id`);
  await set(sql`deleted_at = now()`);
  expect(await consume(caller, id, 12)).toBe(false);
  await set(sql`deleted_at = null, confirmed_at = null`);
  expect(await consume(caller, id, 12)).toBe(false);
  await set(sql`confirmed_at = now()`);
  expect(await consume(caller, id, 12)).toBe(true);
});
