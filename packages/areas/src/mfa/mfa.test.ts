import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { enrol, totpCode } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const login = (user: Client) =>
  service.call('POST', '/auth/login', { org_slug, email: user.user.email, password: testPassword });
const verify = (body: object) => service.call('POST', '/auth/mfa/verify', body);

const enrolled = async (roles = ['employee']) => enrol(service, await service.newUser(owner, roles));
const challenge = async (user: Client) => (await login(user)).body.mfa_token as string;

describe('enrolment', () => {
  it('returns the secret once, and requires a code at sign-in after the confirmation', async () => {
    const user = await service.newUser(owner, ['employee']);
    const begun = await recordedBy(service, owner.user.org_id, () => user.call('POST', '/mfa/totp', {}));
    const { method_id, secret, otpauth_url } = begun.result.body;
    expect([begun.result.status, begun.events]).toEqual([
      201,
      [`auth.mfa_enrolment_started ${user.user.id}`],
    ]);
    expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
    expect(JSON.stringify(begun.audit)).not.toContain(secret);
    expect((await login(user)).body.access_token).toBeDefined();
    expect((await user.call('GET', '/mfa')).body).toMatchObject({ is_on: false, methods: [] });

    const confirmed = await recordedBy(service, owner.user.org_id, () =>
      user.call('POST', `/mfa/totp/${method_id}/confirm`, { code: totpCode(secret) }),
    );
    expect(confirmed.events).toEqual([`auth.mfa_enabled ${user.user.id}`, `auth.mfa_proven ${user.user.id}`]);
    const codes = confirmed.result.body.recovery_codes as string[];
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/);
    expect((await login(user)).body).toEqual({ mfa_required: true, mfa_token: expect.any(String) });
    expect((await user.call('GET', '/mfa')).body).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    expect((await service.mails(user.user.email)).at(-1)?.kind).toBe('security_notice');
    const stored = await service.rows(sql`select * from mfa_methods where user_id = ${user.user.id}`);
    expect(JSON.stringify(stored.map((row) => Buffer.from(row.secret_enc).toString('latin1')))).not.toContain(
      secret,
    );
  });

  it('is confirmed only with a code of its secret, in time, by its user', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { recovery_codes } = await enrolled();
    const { method_id, secret } = (await user.call('POST', '/mfa/totp', {})).body;
    const confirm = (by: Client, given: string) =>
      by.call('POST', `/mfa/totp/${method_id}/confirm`, { code: given });
    const wrong = totpCode(secret) === '000000' ? '000001' : '000000';
    expect((await confirm(user, wrong)).status).toBe(422);
    expect((await confirm(user, recovery_codes[0] ?? '')).status).toBe(422);
    expect((await confirm(user, totpCode(secret, -3))).status).toBe(422);
    expect((await confirm(owner, totpCode(secret))).status).toBe(404);
    await executeOperational(
      service.platform,
      sql`update mfa_methods set created_at = now() - interval '11 minutes' where id = ${method_id} returning id`,
    );
    expect((await confirm(user, totpCode(secret))).status).toBe(404);
    expect((await login(user)).body.access_token).toBeDefined();
  });
});

const presentStep = () => Math.floor(Date.now() / 30_000);

describe('sign-in with a second factor', () => {
  /**
   * Signs in with the code of the time step that is `steps` away from the current one. Repeats if the step changed
   * during the request.
   */
  async function signedInWithin(steps: number) {
    for (;;) {
      const { user, secret } = await enrolled();
      const mfa_token = await challenge(user);
      const step = presentStep();
      const given = totpCode(secret, steps);
      const opened = await verify({ mfa_token, code: given });
      if (presentStep() === step) return { user, given, opened };
    }
  }

  it('accepts a code of the current, previous and next step, each once', async () => {
    for (const steps of [-1, 0, 1]) {
      const { user, given, opened } = await signedInWithin(steps);
      expect([steps, opened.status]).toEqual([steps, 200]);
      expect((await createTestClient(service.url, opened.body).call('GET', '/mfa')).body.mfa_at).toEqual(
        expect.any(String),
      );
      expect((await verify({ mfa_token: await challenge(user), code: given })).status).toBe(401);
    }
  });

  it('accepts one of twenty concurrent uses of a code on two pods', async () => {
    const { user, secret } = await enrolled();
    const pod = await service.startPod();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => challenge(user)));
    const given = totpCode(secret);
    const answers = await Promise.all(
      tokens.map((mfa_token, index) =>
        fetch(`${index % 2 ? pod : service.url}/api/auth/mfa/verify`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ mfa_token, code: given }),
        }),
      ),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
  });

  it('fails after five wrong codes, even with a correct one', async () => {
    const { user, secret } = await enrolled();
    const mfa_token = await challenge(user);
    const wrong = totpCode(secret) === '123456' ? '654321' : '123456';
    const tries = await recordedBy(service, owner.user.org_id, async () => {
      const statuses = [];
      for (let index = 0; index < 5; index += 1)
        statuses.push((await verify({ mfa_token, code: wrong })).status);
      return statuses;
    });
    expect(tries.result).toEqual([401, 401, 401, 401, 401]);
    expect(tries.events).toEqual(Array.from({ length: 5 }, () => `auth.mfa_failed ${user.user.id}`));
    expect((await verify({ mfa_token, code: totpCode(secret) })).status).toBe(401);
    expect((await verify({ mfa_token: await challenge(user), code: totpCode(secret) })).status).toBe(200);
  });

  it('accepts each recovery code once, in any spelling, and notifies the user', async () => {
    const { user, recovery_codes } = await enrolled();
    const [first = '', second = ''] = recovery_codes;
    const used = await recordedBy(service, owner.user.org_id, async () =>
      verify({ mfa_token: await challenge(user), recovery_code: first.toUpperCase().replaceAll('-', ' ') }),
    );
    expect(used.result.status).toBe(200);
    expect(used.events).toContain(`auth.mfa_recovery_used ${user.user.id}`);
    expect((await verify({ mfa_token: await challenge(user), recovery_code: first })).status).toBe(401);
    const token = await challenge(user);
    const parallel = await Promise.all(
      Array.from({ length: 5 }, () => verify({ mfa_token: token, recovery_code: second })),
    );
    expect(parallel.filter((one) => one.status === 200)).toHaveLength(1);
    expect(
      (await createTestClient(service.url, used.result.body).call('GET', '/mfa')).body.recovery_codes_left,
    ).toBe(8);
  });

  it('does not accept an mfa_token as a bearer token', async () => {
    const { user } = await enrolled();
    const bearer = { authorization: `Bearer ${await challenge(user)}` };
    expect((await service.call('GET', '/users/me', undefined, bearer)).status).toBe(401);
  });
});

describe('changing second factors', () => {
  it('requires the password and a new code to remove one', async () => {
    const { user, id, secret } = await enrolled();
    const remove = (body: object) => user.call('POST', `/mfa/methods/${id}/remove`, body);
    expect((await remove({ password: 'wrong', code: totpCode(secret) })).status).toBe(422);
    expect((await remove({ password: testPassword, code: '000000' })).status).toBe(422);
    const gone = await recordedBy(service, owner.user.org_id, () =>
      remove({ password: testPassword, code: totpCode(secret, 1) }),
    );
    expect([gone.result.status, gone.events]).toEqual([204, [`auth.mfa_disabled ${user.user.id}`]]);
    expect((await login(user)).body.access_token).toBeDefined();
    expect((await user.call('GET', '/mfa')).body).toMatchObject({ is_on: false, recovery_codes_left: 0 });
  });

  it('replaces the recovery codes', async () => {
    const { user, secret, recovery_codes } = await enrolled();
    const { body } = await user.call('POST', '/mfa/recovery-codes', {
      password: testPassword,
      code: totpCode(secret),
    });
    const old = { mfa_token: await challenge(user), recovery_code: recovery_codes[0] };
    expect((await verify(old)).status).toBe(401);
    expect((await verify({ ...old, recovery_code: body.recovery_codes[0] })).status).toBe(200);
  });

  it('requires step-up for API keys after ten minutes', async () => {
    const { user, secret } = await enrolled();
    const makeKey = async () => (await user.call('POST', '/api-keys', { name: 'Guarded' })).status;
    expect(await makeKey()).toBe(201);
    await executeOperational(
      service.platform,
      sql`update sessions set mfa_at = now() - interval '11 minutes' where user_id = ${user.user.id} returning id`,
    );
    expect(await makeKey()).toBe(403);
    expect((await user.call('POST', '/auth/mfa/step-up', { code: totpCode(secret) })).status).toBe(200);
    expect(await makeKey()).toBe(201);
  });

  it('allows admins to reset those of users, and only owners those of owners', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const { user } = await enrolled();
    const reset = await recordedBy(service, owner.user.org_id, () =>
      admin.call('POST', `/users/${user.user.id}/reset-mfa`),
    );
    expect([reset.result.status, reset.events[0]]).toEqual([204, `auth.mfa_reset ${user.user.id}`]);
    expect((await user.call('GET', '/users/me')).status).toBe(401);
    expect((await login(user)).body.access_token).toBeDefined();
    const other = await enrolled(['owner']);
    expect((await admin.call('POST', `/users/${other.user.user.id}/reset-mfa`)).status).toBe(403);
    expect((await owner.call('POST', `/users/${other.user.user.id}/reset-mfa`)).status).toBe(204);
    const own = await enrolled(['admin']);
    expect((await own.user.call('POST', `/users/${own.user.user.id}/reset-mfa`)).status).toBe(403);
  });
});

it('states the suspension of a user who has given the right password', async () => {
  const { user, secret } = await enrolled();
  const mfa_token = await challenge(user);
  expect((await owner.call('POST', `/users/${user.user.id}/suspend`, {})).status).toBe(200);
  const { status, body } = await verify({ mfa_token, code: totpCode(secret) });
  expect([status, body.error]).toEqual([
    403,
    'Your account is suspended: contact an administrator of your organization',
  ]);
  expect((await verify({ mfa_token: 'x'.repeat(43), code: '000000' })).status).toBe(401);
});
