import type { Caller, Endpoint } from '@wfp/shared';
import { expect, it } from 'vitest';
import { endpointName, endpoints, inputFields } from '../generated/request.ts';

/** Fields with a secret that can be guessed. */
const guessed = ['password', 'current_password', 'recovery_code', 'token', 'mfa_token', 'refresh_token'];
/** Paths where `code` is a six-digit code, not the code of a record. */
const takesDigits = /^\/(?:auth\/)?mfa\//;
/** Endpoints with such a field that need no throttle, with the reason. */
const reviewed: Record<string, string> = {
  'POST /users': 'sets a new password, so there is nothing to guess; the number of hashes is limited',
  'POST /auth/refresh':
    'has 256 random bits and costs one lookup by its hash; sessions of one network refresh more often than ten times a minute',
  'PUT /auth/cookie': 'like POST /auth/refresh',
};

it('every endpoint that checks a password, code or token is throttled', () => {
  const trying = endpoints.filter(
    (one) =>
      one.method !== 'get' &&
      inputFields(one.body).some(
        (field) => guessed.includes(field) || (field === 'code' && takesDigits.test(one.path)),
      ),
  );
  const uncounted = trying
    .filter((one) => !one.throttle && !(endpointName(one) in reviewed))
    .map(endpointName);
  expect(trying.length).toBeGreaterThan(5);
  expect(uncounted).toEqual([]);
});

it('attempts at the caller’s own password are counted per account, regardless of other fields', () => {
  const caller = { org_id: 1, user_id: 2 } as Caller;
  const own = endpoints.filter(
    (one) =>
      one.can !== 'public' &&
      !(endpointName(one) in reviewed) &&
      inputFields(one.body).some((field) => field === 'password' || field === 'current_password'),
  );
  const keyOf = (one: Endpoint, sent: string) =>
    one.throttle?.(Object.fromEntries(inputFields(one.body).map((field) => [field, sent])) as never, caller);
  expect(own.length).toBeGreaterThan(3);
  expect(own.filter((one) => keyOf(one, 'a') !== keyOf(one, 'b')).map(endpointName)).toEqual([]);
});
