import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { type EnrolledUser, enrol, totpCode, wrongCode } from '@wfp/testing/second-factor.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;
const password = testPassword;

let service: TestService;
let owner: Client;
let org_slug: string;
let enrolled: EnrolledUser;
let user: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  // Wrong codes and denied calls are audited after their response.
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
  enrolled = await newEnrolled();
  user = enrolled.user;
});

const newEnrolled = async () => enrol(service, await service.newUser(owner, ['employee']));
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const stateOf = async (of: Client) => {
  const { is_on, methods, recovery_codes_left } = (await of.call('GET', '/mfa')).body;
  return [is_on, methods.map((one: { id: number }) => one.id), recovery_codes_left];
};
const remove = (id: number, body: object) => user.call('POST', `/mfa/methods/${id}/remove`, body);
const renew = (body: object) => user.call('POST', '/mfa/recovery-codes', body);
const reset = (of: Client) => owner.call('POST', `/users/${of.user.id}/reset-mfa`);
const fieldsIn = (response: { body: any }) => Object.keys(response.body.details?.fieldErrors ?? {});
const noticesOf = async (of: Client) =>
  (await service.mails(of.user.email)).map((mail) => mail.subject.split(':')[0]);

it('cannot be changed with an API key', async () => {
  const { key } = (await owner.call('POST', '/api-keys', { name: 'Key' })).body;
  const client = createTestClient(service.url, { access_token: key, user: owner.user });
  const { id, secret } = enrolled;
  const proof = { password, code: totpCode(secret) };
  const requests = [
    ['/mfa/totp', {}],
    [`/mfa/totp/${id}/confirm`, { code: proof.code }],
    [`/mfa/methods/${id}/remove`, proof],
    ['/mfa/recovery-codes', proof],
    ['/auth/mfa/step-up', { code: proof.code }],
    [`/users/${user.user.id}/reset-mfa`, undefined],
  ] as const;
  for (const [path, body] of requests) {
    const { result, events } = await recorded(() => client.call('POST', path, body));
    expect([path, result.status, result.body.error, events]).toEqual([
      path,
      403,
      expect.stringContaining('An API key cannot'),
      [],
    ]);
  }
});

describe('enrolments', () => {
  it('are possible up to five', async () => {
    const begin = () => user.call('POST', '/mfa/totp', {});
    const waiting = (await begin()).body;
    const insert = sql`insert into mfa_methods (org_id, user_id, label, secret_enc, confirmed_at)
      select org_id, user_id, 'More', secret_enc, now() from mfa_methods, generate_series(1, 3)
      where id = ${enrolled.id} returning id`;
    await executeOperational(service.platform, insert);
    const last = (await begin()).body;
    const confirm = ({ method_id, secret }: { method_id: number; secret: string }) =>
      user.call('POST', `/mfa/totp/${method_id}/confirm`, { code: totpCode(secret) });
    expect((await confirm(last)).body).toEqual({ recovery_codes: [] });
    for (const [work, field] of [
      [begin, 'label'],
      [() => confirm(waiting), 'code'],
    ] as const) {
      const { result, ...left } = await recorded(work);
      expect([result.status, fieldsIn(result), left]).toEqual([422, [field], nothing]);
    }
  });

  it('are confirmed once, and not after they were removed', async () => {
    const { method_id, secret } = (await user.call('POST', '/mfa/totp', {})).body;
    const confirm = async () =>
      (await user.call('POST', `/mfa/totp/${method_id}/confirm`, { code: totpCode(secret) })).status;
    const set = (fields: Prisma.Sql) =>
      executeOperational(
        service.platform,
        sql`update mfa_methods set ${fields} where id = ${method_id} returning id`,
      );
    await set(sql`deleted_at = now()`);
    expect(await confirm()).toBe(404);
    await set(sql`deleted_at = null`);
    expect([await confirm(), await confirm()]).toEqual([200, 404]);
    expect(await noticesOf(user)).toEqual(Array(2).fill('A second factor was added'));
  });
});

describe('removing', () => {
  it('one of two keeps the other and the recovery codes, also those of colleagues', async () => {
    const colleague = await newEnrolled();
    const before = await stateOf(colleague.user);
    const second = await enrol(service, user);
    const { result, events } = await recorded(() =>
      remove(enrolled.id, { password, code: totpCode(second.secret) }),
    );
    expect([result.status, events]).toEqual([204, [`auth.mfa_disabled ${user.user.id}`]]);
    expect(await stateOf(user)).toEqual([true, [second.id], 10]);
    expect(await stateOf(colleague.user)).toEqual(before);
    expect((await noticesOf(user)).at(-1)).toBe('A second factor was removed');
  });

  it('a method that the user does not have returns 404 before the password is checked', async () => {
    const { id } = await newEnrolled();
    const { result, ...left } = await recorded(() => remove(id, { password: 'wrong', code: '000000' }));
    expect([result.status, left]).toEqual([404, nothing]);
  });

  it('the same method twice at the same time succeeds once', async () => {
    // A code is accepted once, and not after its method was removed.
    const others = [await enrol(service, user), await enrol(service, user)];
    const { result, events } = await recorded(() =>
      Promise.all(others.map(({ secret }) => remove(enrolled.id, { password, code: totpCode(secret) }))),
    );
    expect(result.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expect(events).toEqual([`auth.mfa_disabled ${user.user.id}`]);
  });

  it('waits for another change of the methods without holding any of them', async () => {
    const other = await enrol(service, user);
    const holder = new pg.Client(service.config.DATABASE_URL);
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select id from users where id = $1 for no key update', [user.user.id]);
      const lock = (id: number) => holder.query('select id from mfa_methods where id = $1 for update', [id]);
      await lock(other.id);
      const removal = remove(enrolled.id, { password, code: totpCode(other.secret) });
      await waitUntilBlocking(holder);
      await lock(enrolled.id);
      await holder.query('commit');
      expect((await removal).status).toBe(204);
    } finally {
      await holder.end();
    }
  });
});

describe('new recovery codes', () => {
  it('require the password and a code, and replace only those of the user', async () => {
    const colleague = await newEnrolled();
    const { secret, recovery_codes } = enrolled;
    for (const [body, field] of [
      [{ password: 'wrong', code: totpCode(secret) }, 'password'],
      [{ password, code: wrongCode(secret) }, 'code'],
    ] as const) {
      const { result, events } = await recorded(() => renew(body));
      expect([result.status, fieldsIn(result), events]).toEqual([422, [field], []]);
    }
    const { result, events } = await recorded(() => renew({ password, code: totpCode(secret) }));
    expect([result.status, events]).toEqual([200, [`auth.mfa_proven ${user.user.id}`]]);
    expect(result.body.recovery_codes).not.toEqual(expect.arrayContaining(recovery_codes.slice(0, 1)));
    expect((await stateOf(user)).at(-1)).toBe(10);
    expect((await stateOf(colleague.user)).at(-1)).toBe(10);
  });

  it('are one set after two requests at the same time', async () => {
    const second = await enrol(service, user);
    const answers = await Promise.all(
      [enrolled, second].map(({ secret }) => renew({ password, code: totpCode(secret) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await stateOf(user)).at(-1)).toBe(10);
  });

  it('sign in only their user', async () => {
    const colleague = await newEnrolled();
    const login = { org_slug, email: user.user.email, password };
    const { mfa_token } = (await service.call('POST', '/auth/login', login)).body;
    const verify = async (recovery_code = '') =>
      (await service.call('POST', '/auth/mfa/verify', { mfa_token, recovery_code })).status;
    expect([await verify(colleague.recovery_codes[0]), await verify(enrolled.recovery_codes[0])]).toEqual([
      401, 200,
    ]);
  });
});

describe('a reset by an administrator', () => {
  it('removes all confirmed methods and recovery codes of the user, and notifies the user', async () => {
    const colleague = await newEnrolled();
    const second = await enrol(service, user);
    const { result, events } = await recorded(() => reset(user));
    const { id } = user.user;
    expect([result.status, events]).toEqual([
      204,
      [`auth.mfa_reset ${id}`, `auth.mfa_reset ${id}`, `auth.logout ${id}`],
    ]);
    const left = sql`select count(*)::int as codes from recovery_codes where user_id = ${id}`;
    expect([second.recovery_codes, await service.rows(left)]).toEqual([[], [{ codes: 0 }]]);
    expect(await stateOf(colleague.user)).toEqual([true, [colleague.id], 10]);
    expect((await noticesOf(user)).at(-1)).toBe('Your second factor was reset');
  });

  it('is rejected for a user without a confirmed method', async () => {
    const other = await service.newUser(owner, ['employee']);
    await other.call('POST', '/mfa/totp', {});
    expect((await reset(user)).status).toBe(204);
    for (const one of [other, user]) {
      const { result, ...left } = await recorded(() => reset(one));
      expect([result.status, fieldsIn(result), left]).toEqual([422, ['id'], nothing]);
    }
  });
});
