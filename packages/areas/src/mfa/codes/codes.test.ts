import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { enrol, wrongCode } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encryptedMfaColumns, encryptTotpSecret, findStep, requireRecentProof } from './codes.service.ts';
import { newTotpSecret } from './totp.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  // Wrong codes are audited after their response.
  owner = await service.newOrganization();
});

const newUser = () => service.newUser(owner, ['employee']);
const stepUp = (user: Client, code: string) => user.call('POST', '/auth/mfa/step-up', { code });

describe('a wrong code', () => {
  it('is recorded in the audit log, without an event', async () => {
    const { user, secret } = await enrol(service, await newUser());
    const { id, org_id } = user.user;
    const entries = () =>
      service.rows(sql`select action, resource, outcome::text, event_id, actor_id, after from audit_log
        where org_id = ${org_id} and resource = 'mfa_method' and record_id = ${id} and outcome = 'failed'`);
    const { result, events, outbox } = await recordedBy(service, org_id, async () => {
      const response = await stepUp(user, wrongCode(secret));
      return { response, found: await eventually(entries, (rows) => rows.length > 0) };
    });
    expect([result.response.status, result.response.body.details.fieldErrors]).toEqual([
      422,
      { code: ['Is wrong or was already used; wait for the next code'] },
    ]);
    expect([events, outbox]).toEqual([[], 0]);
    expect(result.found).toEqual([
      {
        action: 'prove_second_factor',
        resource: 'mfa_method',
        outcome: 'failed',
        event_id: null,
        actor_id: id,
        after: null,
      },
    ]);
  });

  it('is rejected with 422 for a user without a second factor', async () => {
    const { status, body } = await stepUp(await newUser(), '123456');
    expect([status, Object.keys(body.details?.fieldErrors ?? {})]).toEqual([422, ['code']]);
  });

  it('counts towards the limit of the hour in which the first one was sent', async () => {
    const { user, secret } = await enrol(service, await newUser());
    const state = sql`guesses = 5, guesses_since = now() - interval '59 minutes'`;
    const [before] = await executeOperational<{ since: Date }>(
      service.platform,
      sql`update mfa_methods set ${state} where user_id = ${user.user.id} returning guesses_since as since`,
    );
    expect((await stepUp(user, wrongCode(secret))).status).toBe(422);
    const read = sql`select guesses, guesses_since as since from mfa_methods where user_id = ${user.user.id}`;
    expect(await service.rows(read)).toEqual([{ guesses: 6, since: before?.since }]);
  });
});

describe('a recent proof of a second factor', () => {
  const now = new Date('2030-05-20T12:00:00Z');
  const requireAt = (mfa_at: Date | null) =>
    requireRecentProof({ mfa_at, platform: { clock: { now: () => now } } } as Caller);

  it('is at most ten minutes old', () => {
    const minutesAgo = (minutes: number, ms = 0) => new Date(now.getTime() - minutes * 60_000 - ms);
    expect(() => requireAt(minutesAgo(10))).not.toThrow();
    for (const mfa_at of [minutesAgo(10, 1), null])
      expect(() => requireAt(mfa_at)).toThrow('Verify your second factor again');
  });

  it('is required to start the setup of another one', async () => {
    const { user } = await enrol(service, await newUser());
    const begin = async () => (await user.call('POST', '/mfa/totp', {})).status;
    expect(await begin()).toBe(201);
    const session = sql`mfa_at = now() - interval '11 minutes' where user_id = ${user.user.id}`;
    await executeOperational(service.platform, sql`update sessions set ${session} returning id`);
    const { result, ...left } = await recordedBy(service, user.user.org_id, begin);
    expect([result, left]).toEqual([403, onlyDenial('post', 'mfa')]);
  });
});

it('declares the column of the secrets, which are encrypted for their organization', () => {
  const [column] = encryptedMfaColumns;
  expect(column).toMatchObject({ table: 'mfa_methods', column: 'secret_enc' });
  const caller = { org_id: 1, platform: service.platform } as unknown as Caller;
  const secret_enc = encryptTotpSecret(caller, newTotpSecret());
  expect(findStep(caller, { id: 1, secret_enc }, '')).toBeNull();
  expect(() => findStep({ ...caller, org_id: 2 }, { id: 1, secret_enc }, '')).toThrow();
});
