import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService, testPassword } from '@wfp/testing';
import { enrol, totpCode, wrongCode } from '@wfp/testing/second-factor.ts';
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

const newUser = () => service.newUser(owner, ['employee']);
const enrolled = async () => enrol(service, await newUser());
const challenge = async (user: Client): Promise<string> =>
  (await service.call('POST', '/auth/login', { org_slug, email: user.user.email, password: testPassword }))
    .body.mfa_token;
const verify = (body: object) => service.call('POST', '/auth/mfa/verify', body);
const setMethods = (user: Client, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update mfa_methods set ${fields} where user_id = ${user.user.id} returning id`,
  );

describe('guessing a code', () => {
  it('is limited per hour across sign-ins and sessions', async () => {
    const { user, secret, recovery_codes } = await enrolled();
    const guess = async (given: string) =>
      (await verify({ mfa_token: await challenge(user), code: given })).status;
    await setMethods(user, sql`guesses = 27, guesses_since = now()`);
    expect(await guess(wrongCode(secret))).toBe(401);
    const stepUp = async () =>
      (await user.call('POST', '/auth/mfa/step-up', { code: wrongCode(secret) })).status;
    expect((await Promise.all(Array.from({ length: 8 }, stepUp))).sort()).toEqual([
      422, 422, 429, 429, 429, 429, 429, 429,
    ]);
    expect(await guess(totpCode(secret))).toBe(429);
    const recovered = await verify({
      mfa_token: await challenge(user),
      recovery_code: recovery_codes[0],
    });
    expect(recovered.status).toBe(200);
    await setMethods(user, sql`guesses_since = now() - interval '61 minutes'`);
    expect(await guess(totpCode(secret))).toBe(200);
  });

  it('is counted from zero after a correct code', async () => {
    const { user, secret } = await enrolled();
    await setMethods(user, sql`guesses = 29, guesses_since = now()`);
    expect((await verify({ mfa_token: await challenge(user), code: totpCode(secret) })).status).toBe(200);
    const [row] = await service.rows(sql`select guesses from mfa_methods where user_id = ${user.user.id}`);
    expect(row).toEqual({ guesses: 0 });
  });
});

describe('a code', () => {
  const statusWith = async (user: Client, code: string) =>
    (await verify({ mfa_token: await challenge(user), code })).status;
  const guessesOf = async ({ user: { id } }: Client) =>
    (
      await service.rows(
        sql`select guesses, guesses_since is not null as is_counted from mfa_methods where user_id = ${id} order by id`,
      )
    ).map((row) => [row.guesses, row.is_counted]);

  it("is accepted only for its user, whose guesses do not count for a colleague's device", async () => {
    const [{ user, secret }, colleague] = [await enrolled(), await enrolled()];
    await setMethods(colleague.user, sql`guesses = 0, guesses_since = null`);
    await setMethods(user, sql`guesses = 0, guesses_since = null`);
    expect(await statusWith(user, totpCode(colleague.secret))).toBe(401);
    expect([await guessesOf(user), await guessesOf(colleague.user)]).toEqual([[[1, true]], [[0, false]]]);
    expect(await statusWith(user, totpCode(secret))).toBe(200);
  });

  it('is accepted only for devices that are confirmed and not removed', async () => {
    const { user, secret } = await enrolled();
    const second = (await user.call('POST', '/mfa/totp', {})).body;
    expect(await statusWith(user, totpCode(second.secret))).toBe(401);
    const change = (fields: Prisma.Sql) =>
      executeOperational(
        service.platform,
        sql`update mfa_methods set ${fields} where id = ${second.method_id} returning id`,
      );
    await change(sql`confirmed_at = now(), deleted_at = now()`);
    expect(await statusWith(user, totpCode(second.secret))).toBe(401);
    await change(sql`deleted_at = null`);
    expect(await statusWith(user, totpCode(second.secret))).toBe(200);
    expect(await statusWith(user, totpCode(secret))).toBe(200);
  });
});

describe('concurrent requests', () => {
  it('confirm only one of two first enrolments', async () => {
    const user = await newUser();
    const begin = async () => (await user.call('POST', '/mfa/totp', {})).body;
    const begun = [await begin(), await begin()];
    const answers = await Promise.all(
      begun.map(({ method_id, secret }) =>
        user.call('POST', `/mfa/totp/${method_id}/confirm`, { code: totpCode(secret) }),
      ),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 403]);
    const mine = (await user.call('GET', '/mfa')).body;
    expect([mine.methods.length, mine.recovery_codes_left]).toEqual([1, 10]);
  });

  it('that remove both methods delete the recovery codes', async () => {
    const first = await enrolled();
    const { user } = first;
    const second = await enrol(service, user);
    expect(second.recovery_codes).toEqual([]);
    const answers = await Promise.all(
      [first, second].map(({ id, secret }) =>
        user.call('POST', `/mfa/methods/${id}/remove`, { password: testPassword, code: totpCode(secret) }),
      ),
    );
    expect(answers.map((one) => one.status)).toEqual([204, 204]);
    expect((await user.call('GET', '/mfa')).body).toMatchObject({ is_on: false, recovery_codes_left: 0 });
  });
});

it('a password change invalidates a pending challenge', async () => {
  const { user, secret } = await enrolled();
  const mfa_token = await challenge(user);
  const change = { current_password: testPassword, new_password: 'quite another password, truly' };
  expect((await user.call('POST', '/auth/password', change)).status).toBe(204);
  expect((await verify({ mfa_token, code: totpCode(secret) })).status).toBe(401);
});
