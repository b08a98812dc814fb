import { expect, it } from 'vitest';
import { decryptSecret, decryptWithAny, encryptSecret, hashToken } from './encryption.ts';

const key = '0123456789abcdef'.repeat(4);

it.each(['', 'whsec_abc', 'emoji 🔑 and ünïcödé', 'x'.repeat(100_000)])(
  'decrypts what it encrypted: %.20j',
  (text) => {
    const encrypted = encryptSecret(key, 'org 1', text);
    expect(decryptSecret([key], 'org 1', encrypted)).toBe(text);
    expect(decryptSecret([key], 'org 1', new Uint8Array(encrypted))).toBe(text);
    if (text.length > 3) expect(encrypted.includes(Buffer.from(text))).toBe(false);
  },
);

it('never encrypts a value the same way twice', () => {
  expect(encryptSecret(key, 'a', 'text')).not.toEqual(encryptSecret(key, 'a', 'text'));
});

it('rejects another key, context or byte', () => {
  const encrypted = encryptSecret(key, 'org 1', 'text');
  expect(() => decryptSecret(['f'.repeat(64)], 'org 1', encrypted)).toThrow();
  expect(() => decryptSecret([key], 'org 2', encrypted)).toThrow();
  for (const index of encrypted.keys()) {
    const changed = Buffer.from(encrypted);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => decryptSecret([key], 'org 1', changed)).toThrow();
  }
  for (const length of [0, 1, 13, 28, encrypted.length - 1]) {
    expect(() => decryptSecret([key], 'org 1', encrypted.subarray(0, length))).toThrow();
  }
});

it('decrypts with previous keys, and reports whether the key is current', () => {
  const [current, former] = ['a'.repeat(64), key];
  expect(decryptWithAny([current, former], 'a', encryptSecret(former, 'a', 'old'))).toEqual({
    text: 'old',
    isCurrent: false,
  });
  expect(decryptWithAny([current, former], 'a', encryptSecret(current, 'a', 'new'))).toEqual({
    text: 'new',
    isCurrent: true,
  });
  expect(() => decryptWithAny([current], 'a', encryptSecret(former, 'a', 'old'))).toThrow();
});

it('hashes a token with SHA-256', () => {
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
