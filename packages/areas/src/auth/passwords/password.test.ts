import type { Platform } from '@wfp/shared';
import { expect, it } from 'vitest';
import { hashPassword, rejectCommonPassword, verifyPassword } from './password.ts';

const at = (memoryKib: number, passes: number) => ({ passwordCost: { memoryKib, passes } }) as Platform;
const cheap = at(8, 1);
const group = { org_id: 1, is_unverified: false };

it('verifies a password with the parameters of its hash', async () => {
  const hash = await hashPassword(at(16, 2), 'caf\u00e9 in the morning', group);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=16,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  const matches = (password: string) => verifyPassword(cheap, password, hash, group);
  // The second spelling combines two characters into the same letter.
  expect([await matches('caf\u00e9 in the morning'), await matches('cafe\u0301 in the morning')]).toEqual([
    true,
    true,
  ]);
  expect([await matches('cafe in the morning'), await matches('')]).toEqual([false, false]);
});

it.each([null, undefined])('matches no password without a hash: %s', async (hash) => {
  expect(await verifyPassword(cheap, '', hash, group)).toBe(false);
});

it('salts hashes', async () => {
  const hash = () => hashPassword(cheap, 'the same', group);
  const hashes = await Promise.all([hash(), hash()]);
  expect(new Set(hashes).size).toBe(2);
});

it('computes one hash of a group at a time, lets twenty wait and rejects further ones', async () => {
  for (const round of [1, 2]) {
    const results = await Promise.allSettled(
      Array.from({ length: 23 }, () => hashPassword(cheap, `round ${round}`, group)),
    );
    const rejected = {
      status: 'rejected',
      reason: { kind: 'rate_limited', headers: { 'Retry-After': '2' } },
    };
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
    expect(results.slice(21)).toMatchObject([rejected, rejected]);
  }
});

it.each([
  ['a listed one', 'password1234'],
  ['a listed one in capital letters', 'PASSWORD1234'],
  ['four different characters', 'abcdabcdabcdabcd'],
  ['four different letters in two spellings', 'abcdABCDabcdABCD'],
])('rejects a common password: %s', (_, password) => {
  expect(() => rejectCommonPassword(password, 'new_password')).toThrow(
    expect.objectContaining({
      kind: 'invalid',
      details: { formErrors: [], fieldErrors: { new_password: [expect.stringContaining('too common')] } },
    }),
  );
});

it('accepts a password of five different characters', () => {
  expect(() => rejectCommonPassword('abcdeabcdeabcde')).not.toThrow();
});
