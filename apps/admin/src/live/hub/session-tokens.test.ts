import { type Client, ConnectionError } from '@wfp/client';
import { expect, it, vi } from 'vitest';
import { openedFrom, SessionTokens } from './session-tokens.ts';

const user = { id: 1, org_id: 2, org_name: 'Demo', email: 'a@b.test' };
const response = (access_token: string, expires_in = 900) => ({ user, access_token, expires_in });

function tokensWith(post: () => Promise<unknown>) {
  const sent = vi.fn(post);
  return { tokens: new SessionTokens(2, { post: sent } as unknown as Client), sent };
}

it('requests one token for all callers that wait, and keeps it until it expires or is rejected', async () => {
  let count = 0;
  const { tokens, sent } = tokensWith(async () => {
    count += 1;
    return response(`token ${count}`, count === 2 ? 5 : 900);
  });
  const found = await Promise.all(Array.from({ length: 10 }, () => tokens.token(null)));
  expect(new Set(found.map((one) => one?.access_token))).toEqual(new Set(['token 1']));
  expect((await tokens.token(null))?.access_token).toBe('token 1');
  expect(sent).toHaveBeenCalledTimes(1);
  expect((await tokens.token('token 1'))?.access_token).toBe('token 2');
  // The second one expires within the time that a request may take.
  expect((await tokens.token(null))?.access_token).toBe('token 3');
  expect(sent).toHaveBeenCalledTimes(3);
});

it('uses the cookie once more after a lost response', async () => {
  const results = [new ConnectionError('lost'), response('token')];
  const { tokens } = tokensWith(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  });
  expect((await tokens.token(null))?.access_token).toBe('token');
});

it('keeps the session of a sign-in during the request', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const { tokens } = tokensWith(() => promise);
  const waiting = tokens.token(null);
  tokens.current = openedFrom(response('signed in'));
  resolve(response('refreshed'));
  expect((await waiting)?.access_token).toBe('signed in');
});
