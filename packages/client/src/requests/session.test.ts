import { type Client as Caller, startService, type TestService, testPassword } from '@wfp/testing';
import { type EnrolledUser, enrol, totpCode } from '@wfp/testing/second-factor.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ClientOptions, createClient } from '../client.ts';
import { ApiError, SecondFactorRequiredError } from './errors.ts';
import type { PasswordSignIn, SecondFactor } from './session.ts';
import { memoryStore, type Tokens, webStore } from './tokens.ts';

let service: TestService;
let owner: Caller;
let password: PasswordSignIn;
/** The requests that were sent, with their responses. */
let sent: string[];

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  password = { org_slug, email: owner.user.email, password: testPassword };
});
afterAll(() => service.stop());
beforeEach(() => {
  sent = [];
});

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({
    baseUrl: service.url,
    fetch: async (request) => {
      const response = await fetch(request);
      sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api', '')} ${response.status}`);
      return response;
    },
    ...options,
  });
const count = (line: string) => sent.filter((one) => one === line).length;
const times = <Result>(many: number, run: () => Promise<Result>) =>
  Promise.all(Array.from({ length: many }, run));
const refreshesOf = async (user: Caller) =>
  (await user.call('GET', '/events?event_type=auth.token_refreshed')).body.total as number;

/** A session used by this test only. */
async function newSession(): Promise<Required<Tokens>> {
  const { body } = await service.call('POST', '/auth/login', password);
  return { ...body, expires_at: Date.now() + body.expires_in * 1_000 };
}

it('signs in once for many calls, and calls as that user', async () => {
  const me = client({ signIn: password });
  const found = await times(20, () => me.get('/users/me'));
  expect(new Set(found.map(({ email }) => email))).toEqual(new Set([owner.user.email]));
  expect(count('POST /auth/login 200')).toBe(1);
  expect(sent).toHaveLength(21);
});

it('refreshes once for twenty rejected calls, and repeats each of them once', async () => {
  const before = await refreshesOf(owner);
  const store = memoryStore();
  const { refresh_token } = await newSession();
  const me = client({ store, tokens: { access_token: 'no longer good', refresh_token } });
  const found = await times(20, () => me.get('/users/me'));
  expect(found.map(({ id }) => id)).toEqual(found.map(() => owner.user.id));
  expect(count('POST /auth/refresh 200')).toBe(1);
  expect(count('GET /users/me 401')).toBe(20);
  expect(count('GET /users/me 200')).toBe(20);
  expect(await refreshesOf(owner)).toBe(before + 1);
  expect(await store.get()).toMatchObject({ refresh_token: expect.not.stringMatching(refresh_token) });
});

it('refreshes before the access token expires, so that no call is rejected', async () => {
  const me = client({ tokens: { ...(await newSession()), expires_at: Date.now() + 5_000 } });
  await times(20, () => me.get('/users/me'));
  expect(count('POST /auth/refresh 200')).toBe(1);
  expect(count('GET /users/me 200')).toBe(20);
  expect(sent).toHaveLength(21);
});

it('refreshes once for all clients that share a store, as tabs do', async () => {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const { refresh_token } = await newSession();
  await webStore(storage).set({ access_token: 'no longer good', refresh_token });
  const tabs = [1, 2, 3].map(() => client({ store: webStore(storage) }));
  await Promise.all(tabs.map((tab) => times(4, () => tab.get('/users/me'))));
  expect(count('POST /auth/refresh 200')).toBe(1);
  expect(count('GET /users/me 200')).toBe(12);
});

it('continues with tokens that another client has refreshed, in a store without a lock', async () => {
  const { refresh_token } = await newSession();
  const store = memoryStore({ access_token: 'no longer good', refresh_token });
  const programs = [1, 2, 3].map(() => client({ store, onSignedOut: () => sent.push('signed out') }));
  await Promise.all(programs.map((one) => times(4, () => one.get('/users/me'))));
  expect(count('POST /auth/refresh 200')).toBe(1);
  expect(count('GET /users/me 200')).toBe(12);
  expect(sent).not.toContain('signed out');
});

it('ignores stored tokens that cannot be parsed', () => {
  for (const text of ['', '{', 'null', '7', '{"access_token":7}']) {
    const storage = { getItem: () => text, setItem: () => undefined, removeItem: () => undefined };
    expect(webStore(storage).get()).toBeNull();
  }
});

it('reports the end of a session, and deletes its tokens', async () => {
  const store = memoryStore();
  const calls: string[] = [];
  const tokens = await newSession();
  await service.call('POST', '/auth/logout', undefined, { authorization: `Bearer ${tokens.access_token}` });
  const me = client({ store, tokens, onSignedOut: () => calls.push('signed out') });
  const errors = await times(5, () => me.get('/users/me').catch((error: unknown) => error));
  expect(errors.map((error) => (error as ApiError).status)).toEqual([401, 401, 401, 401, 401]);
  expect(count('POST /auth/refresh 401')).toBe(1);
  expect(calls).toEqual(['signed out']);
  expect(await store.get()).toBeNull();
});

it('signs in again when a session has ended, if it has a password', async () => {
  const store = memoryStore();
  const me = client({ store, signIn: password });
  await me.get('/users/me');
  await service.call('POST', '/auth/logout', undefined, {
    authorization: `Bearer ${(await store.get())?.access_token}`,
  });
  await times(5, () => me.get('/users/me'));
  expect(count('POST /auth/refresh 401')).toBe(1);
  expect(count('POST /auth/login 200')).toBe(2);
  expect(count('GET /users/me 200')).toBe(6);
});

it('ends the session when the password is rejected too, and does not refresh again', async () => {
  const store = memoryStore({ access_token: 'old', refresh_token: 'used', expires_at: 0 });
  let times = 0;
  const signIn = { ...password, password: 'not the password' };
  const me = client({ store, signIn, onSignedOut: () => (times += 1) });
  for (const _ of [1, 2]) await expect(me.get('/users/me')).rejects.toMatchObject({ status: 401 });
  expect([await store.get(), times, count('POST /auth/refresh 401')]).toEqual([null, 1, 1]);
});

it('signs out at the service too, and stays signed out', async () => {
  const store = memoryStore();
  const me = client({ store, signIn: password });
  expect(await me.signIn(password)).toEqual(owner.user);
  const { access_token } = (await store.get()) as Tokens;
  await me.signOut();
  expect(sent.at(-1)).toBe('POST /auth/logout 204');
  expect(await store.get()).toBeNull();
  await expect(me.get('/users/me')).rejects.toMatchObject({ status: 401 });
  const old = { authorization: `Bearer ${access_token}` };
  expect((await service.call('GET', '/users/me', undefined, old)).status).toBe(401);
  await me.useSession(await newSession());
  expect(await me.get('/users/me')).toMatchObject({ id: owner.user.id });
  // Signing out of a session that has already ended is not an error.
  await service.call('POST', '/auth/logout', undefined, {
    authorization: `Bearer ${(await store.get())?.access_token}`,
  });
  await me.signOut();
  expect(await store.get()).toBeNull();
});

it('ends all sessions of the user on request', async () => {
  const user = await service.newUser(owner, ['employee']);
  const me = client({ tokens: { access_token: user.token } });
  await me.signOut({ everywhere: true });
  expect(sent).toEqual(['POST /auth/logout-all 204']);
  expect((await user.call('GET', '/users/me')).status).toBe(401);
});

it('reports a wrong password after one attempt', async () => {
  const wrong = client({ signIn: { ...password, password: 'another one' } });
  const rejected = await wrong.get('/users/me').catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(ApiError);
  expect(rejected).toMatchObject({ status: 401, message: expect.stringContaining('password is wrong') });
  expect(sent).toEqual(['POST /auth/login 401']);
});

it('calls with an API key without refreshing it', async () => {
  const { body } = await owner.call('POST', '/api-keys', {
    name: 'For the client',
    permissions: ['task:read'],
  });
  const program = client({ apiKey: body.key });
  expect(await program.get('/tasks')).toEqual({ data: [], total: 0, total_is_exact: true, next: null });
  await owner.call('DELETE', `/api-keys/${body.id}`);
  await expect(program.get('/tasks')).rejects.toMatchObject({ status: 401 });
  expect(sent).toEqual(['GET /tasks 200', 'GET /tasks 401']);
});

it('sends no token to public endpoints, and requests none', async () => {
  const anonymous = client({ signIn: { ...password, password: 'another one' } });
  expect(await anonymous.get('/health')).toMatchObject({ status: 'ok' });
  expect(sent).toEqual(['GET /health 200']);
});

it('aborts one of several calls that wait for the same token', async () => {
  const abort = new AbortController();
  const me = client({
    signIn: { ...password, secondFactor: () => Promise.reject(new Error('There is none')) },
    fetch: async (request) => {
      if (request.url.endsWith('/login')) abort.abort(new Error('Enough'));
      return fetch(request);
    },
  });
  const [left, stayed] = await Promise.allSettled([
    me.get('/users/me', { signal: abort.signal }),
    me.get('/users/me'),
  ]);
  expect(left).toMatchObject({ status: 'rejected', reason: { message: 'Enough' } });
  expect(stayed.status).toBe('fulfilled');
});

it('calls secondFactor for an account that has one', async () => {
  const user = await service.newUser(owner, ['employee']);
  const enrolled: EnrolledUser = await enrol(service, user);
  const given = { ...password, email: user.user.email };
  const secondFactor = (): SecondFactor => ({ code: totpCode(enrolled.secret) });
  const program = client({ signIn: { ...given, secondFactor } });
  expect((await program.get('/users/me')).id).toBe(user.user.id);
  // An interactive sign-in with a recovery code.
  const person = client();
  const required = await person.signIn(given).catch((error: unknown) => error);
  expect(required).toBeInstanceOf(SecondFactorRequiredError);
  const { mfa_token } = required as SecondFactorRequiredError;
  const recovery_code = enrolled.recovery_codes[0] as string;
  expect(await person.signIn({ mfa_token, recovery_code })).toEqual(user.user);
  expect((await person.get('/users/me')).id).toBe(user.user.id);
});
