import { hashToken } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { type EnrolledUser, enrol, wrongCode } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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

describe('a challenge for a second factor', () => {
  let enrolled: EnrolledUser;
  let mfa_token: string;
  beforeEach(async () => {
    enrolled = await enrol(service, await service.newUser(owner, ['employee']));
    mfa_token = await challenge();
  });

  const challenge = async (): Promise<string> => {
    const body = { org_slug, email: enrolled.user.user.email, password: testPassword };
    return (await service.call('POST', '/auth/login', body)).body.mfa_token;
  };
  /** Proves the second factor with an unused recovery code. */
  const verify = async (token = mfa_token) => {
    const recovery_code = enrolled.recovery_codes.pop();
    return (await service.call('POST', '/auth/mfa/verify', { mfa_token: token, recovery_code })).status;
  };
  const setChallenge = (fields: Prisma.Sql) =>
    executeOperational(
      service.platform,
      sql`update mfa_challenges set ${fields} where token_hash = ${hashToken(mfa_token)} returning id`,
    );

  it('opens one session, although further codes are right', async () => {
    expect(await verify()).toBe(200);
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => verify());
    expect([result, left]).toEqual([401, nothing]);
    expect(await verify(await challenge())).toBe(200);
  });

  it('opens one session for different codes at the same time', async () => {
    const statuses = await Promise.all([verify(), verify(), verify(), verify()]);
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('is visible to its user with the failures that it recorded', async () => {
    const { user, secret } = enrolled;
    const colleague = await service.newUser(owner, ['employee']);
    await service.call('POST', '/auth/mfa/verify', { mfa_token, code: wrongCode(secret) });
    const seenBy = async (by: Client) =>
      (await by.call('GET', '/events?event_type=auth.mfa_failed')).body.data.filter(
        (event: { aggregate_id: number }) => event.aggregate_id === user.user.id,
      ).length;
    expect([await seenBy(user), await seenBy(colleague)]).toEqual([1, 0]);
  });

  it('expires after five minutes', async () => {
    const [row] = await service.rows(sql`select expires_at - created_at = interval '5 minutes' as is_right
      from mfa_challenges where token_hash = ${hashToken(mfa_token)}`);
    expect(row).toEqual({ is_right: true });
    await setChallenge(sql`expires_at = now()`);
    expect(await verify()).toBe(401);
    await setChallenge(sql`expires_at = now() + interval '1 minute'`);
    expect(await verify()).toBe(200);
  });

  it('accepts the fifth code and no sixth', async () => {
    await setChallenge(sql`tries = 5`);
    expect(await verify()).toBe(401);
    await setChallenge(sql`tries = 4`);
    expect(await verify()).toBe(200);
  });

  it('ends when the password is changed', async () => {
    const { user } = enrolled;
    const reset = (at: Prisma.Sql) =>
      executeOperational(
        service.platform,
        sql`update users set password_changed_at = ${at} where id = ${user.user.id} returning id`,
      );
    await reset(sql`now()`);
    expect(await verify()).toBe(401);
    const begun = sql`select created_at from mfa_challenges where token_hash = ${hashToken(mfa_token)}`;
    await reset(sql`(${begun})`);
    expect(await verify()).toBe(401);
    await reset(sql`now() - interval '1 hour'`);
    expect(await verify()).toBe(200);
    mfa_token = await challenge();
    await reset(sql`null`);
    expect(await verify()).toBe(200);
  });

  it('records a wrong code as the failure of its user', async () => {
    const code = wrongCode(enrolled.secret);
    const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, () =>
      service.call('POST', '/auth/mfa/verify', { mfa_token, code }),
    );
    const { id } = enrolled.user.user;
    expect([result.status, events, outbox]).toEqual([401, [`auth.mfa_failed ${id}`], 1]);
    expect(audit).toMatchObject([{ action: 'fail', resource: 'mfa_challenge' }]);
    const outcome = sql`select outcome::text from audit_log where event_id = ${audit[0]?.event_id}`;
    expect(await service.rows(outcome)).toEqual([{ outcome: 'failed' }]);
  });

  it('is not accepted for a user who was deleted or deactivated since', async () => {
    const set = (fields: Prisma.Sql) =>
      executeOperational(
        service.platform,
        sql`update users set ${fields} where id = ${enrolled.user.user.id} returning id`,
      );
    await set(sql`deleted_at = now()`);
    expect(await verify()).toBe(401);
    await set(sql`deleted_at = null, status = 'deactivated'`);
    expect(await verify()).toBe(401);
    await set(sql`status = 'active'`);
    expect(await verify()).toBe(200);
  });
});
