import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// Counts the hashes that the service computes in this process, without replacing them.
const derived = vi.spyOn(crypto, 'argon2');
syncBuiltinESMExports();
afterAll(() => {
  derived.mockRestore();
  syncBuiltinESMExports();
});

let service: TestService;
let database: pg.Client;
let owner: Client;
let org_slug: string;
beforeAll(async () => {
  service = await startOwnService({}, { hasProductionPasswords: true });
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  owner = await service.newOrganization();
  org_slug = (await owner.call('GET', '/users/me')).body.org_slug;
  await invite('invited@example.test');
  const deactivated = await service.newUser(owner, ['employee']);
  await database.query(
    `update users set email = 'deactivated@example.test', status = 'deactivated' where id = $1`,
    [deactivated.user.id],
  );
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

async function invite(email: string): Promise<void> {
  const person = { email, first_name: 'Ina', last_name: 'Invited' };
  expect((await owner.call('POST', '/users', person)).status).toBe(201);
}

/** Returns a response as text, without its request id and date. */
async function fetchComparable(path: string, body: object): Promise<string> {
  const response = await fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return JSON.stringify({ status: response.status, headers, body: await response.text() });
}

/** Accounts in requests. Responses must not reveal which of them exist. */
const accounts = (): Record<string, { email: string; org_slug: string }> => ({
  'an account': { email: owner.user.email, org_slug },
  'an unknown address': { email: 'unknown@example.test', org_slug },
  'an unknown organization': { email: owner.user.email, org_slug: 'no-such-organization' },
  'neither known': { email: 'unknown@example.test', org_slug: 'no-such-organization' },
  'an invited user': { email: 'invited@example.test', org_slug },
  'a deactivated user': { email: 'deactivated@example.test', org_slug },
});

async function expectSame(path: string, bodies: Record<string, object>, status: number): Promise<void> {
  const responses: Record<string, string> = {};
  for (const [what, body] of Object.entries(bodies)) responses[what] = await fetchComparable(path, body);
  const [first = ''] = Object.values(responses);
  expect(JSON.parse(first).status).toBe(status);
  expect(responses).toEqual(Object.fromEntries(Object.keys(bodies).map((what) => [what, first])));
}

const withEach = (more: object) =>
  Object.fromEntries(Object.entries(accounts()).map(([what, account]) => [what, { ...account, ...more }]));

describe('identical responses, byte for byte', () => {
  it('to a wrong password for any account', async () => {
    const rightPassword = { email: 'deactivated@example.test', org_slug, password: testPassword };
    const bodies = { ...withEach({ password: 'a wrong password' }), 'deactivated, right': rightPassword };
    await expectSame('/auth/login', bodies, 401);
  });

  it('to a password reset request', () => expectSame('/auth/password-reset', withEach({}), 202));

  it('to a request to resend the signup mail', () => expectSame('/public/signup/resend', withEach({}), 202));

  it('to tokens that are unknown, used or for another purpose', async () => {
    const tokenIn = (mails: { kind: string; text: string }[]) =>
      mails.map(({ text }) => text.match(/[\w-]{43}/)?.[0]).find(Boolean);
    const used = await eventually(
      async () =>
        tokenIn((await service.mails(owner.user.email)).filter(({ kind }) => kind === 'password_reset')),
      (token) => token !== undefined,
    );
    const invitation = tokenIn(await service.mails('invited@example.test')) ?? '';
    const change = { token: used, new_password: 'another perfectly fine one' };
    expect(JSON.parse(await fetchComparable('/auth/password-reset/confirm', change)).status).toBeLessThan(
      300,
    );

    const never = 'A'.repeat(43);
    const tokens = { never, short: 'x', used, 'for something else': invitation };
    const resets = Object.entries(tokens).map(([what, token]) => [what, { ...change, token }]);
    await expectSame('/auth/password-reset/confirm', Object.fromEntries(resets), 422);
    const others = { never, short: 'x', 'for something else': used };
    const accepts = Object.entries(others).map(([what, token]) => [what, { token, password: testPassword }]);
    await expectSame('/auth/invitation/accept', Object.fromEntries(accepts), 422);
    const verifies = Object.entries(tokens).map(([what, token]) => [what, { token }]);
    await expectSame('/public/signup/verify', Object.fromEntries(verifies), 422);
  });
});

it('hashes the password of every sign-in once, with production parameters', async () => {
  const work = [];
  for (const [, body] of Object.entries(withEach({ password: 'a wrong password' }))) {
    derived.mockClear();
    await fetchComparable('/auth/login', body);
    work.push(
      derived.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => ({
        algorithm,
        memory,
        passes,
        parallelism,
        tagLength,
      })),
    );
  }
  const once = [{ algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }];
  expect(work).toEqual(work.map(() => once));
});
