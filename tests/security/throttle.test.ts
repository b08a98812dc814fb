import { expect, it } from 'vitest';
import { endpoints, fieldsOf, nameOf } from '../generated/request.ts';

/** Fields in which somebody could guess. */
const guessed = ['password', 'current_password', 'recovery_code', 'token', 'mfa_token'];
/** There `code` is six digits; elsewhere it is the name of something. */
const takesDigits = /^\/(?:auth\/)?mfa\//;
/** Takes one of them and needs no counting of its own, and why. */
const reviewed: Record<string, string> = {
  'POST /public/signup': 'the password is a new one: there is nothing to guess',
  'POST /users': 'the same',
};

it('every endpoint that tries a password, code or token counts the tries', () => {
  const trying = endpoints.filter(
    (one) =>
      one.method !== 'get' &&
      fieldsOf(one.body).some(
        (field) => guessed.includes(field) || (field === 'code' && takesDigits.test(one.path)),
      ),
  );
  const uncounted = trying.filter((one) => !one.throttle && !(nameOf(one) in reviewed)).map(nameOf);
  expect(trying.length).toBeGreaterThan(5);
  expect(uncounted).toEqual([]);
});
