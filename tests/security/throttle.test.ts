import type { Caller, Endpoint } from '@wfp/shared';
import { expect, it } from 'vitest';
import { endpointName, endpoints, inputFields } from '../generated/request.ts';

/** Fields in which somebody could guess. */
const guessed = ['password', 'current_password', 'recovery_code', 'token', 'mfa_token'];
/** There `code` is six digits; elsewhere it is the name of something. */
const takesDigits = /^\/(?:auth\/)?mfa\//;
/** Takes one of them and needs no counting of its own, and why. */
const reviewed: Record<string, string> = {
  'POST /users': 'the password is a new one: there is nothing to guess',
};

it('every endpoint that tries a password, code or token counts the tries', () => {
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

it('tries at one’s own password are counted for the account, whatever else is sent with them', () => {
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
