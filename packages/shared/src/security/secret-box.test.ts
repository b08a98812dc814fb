import { expect, it } from 'vitest';
import { hashToken, openSecret, openWithAny, sealSecret } from './secret-box.ts';

const key = '0123456789abcdef'.repeat(4);

it.each(['', 'whsec_abc', 'emoji 🔑 and ünïcödé', 'x'.repeat(100_000)])(
  'opens what it sealed: %.20j',
  (text) => {
    const sealed = sealSecret(key, 'org 1', text);
    expect(openSecret([key], 'org 1', sealed)).toBe(text);
    expect(openSecret([key], 'org 1', new Uint8Array(sealed))).toBe(text);
    if (text.length > 3) expect(sealed.includes(Buffer.from(text))).toBe(false);
  },
);

it('never seals the same way twice', () => {
  expect(sealSecret(key, 'a', 'text')).not.toEqual(sealSecret(key, 'a', 'text'));
});

it('opens nothing with another key, context or byte', () => {
  const sealed = sealSecret(key, 'org 1', 'text');
  expect(() => openSecret(['f'.repeat(64)], 'org 1', sealed)).toThrow();
  expect(() => openSecret([key], 'org 2', sealed)).toThrow();
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => openSecret([key], 'org 1', changed)).toThrow();
  }
  for (const length of [0, 1, 13, 28, sealed.length - 1]) {
    expect(() => openSecret([key], 'org 1', sealed.subarray(0, length))).toThrow();
  }
});

it('opens with keys of before, and says which it was', () => {
  const [current, former] = ['a'.repeat(64), key];
  expect(openWithAny([current, former], 'a', sealSecret(former, 'a', 'old'))).toEqual({
    text: 'old',
    isCurrent: false,
  });
  expect(openWithAny([current, former], 'a', sealSecret(current, 'a', 'new'))).toEqual({
    text: 'new',
    isCurrent: true,
  });
  expect(() => openWithAny([current], 'a', sealSecret(former, 'a', 'old'))).toThrow();
});

it('hashes a token with SHA-256', () => {
  expect(hashToken('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
