import fc from 'fast-check';
import { expect, it } from 'vitest';
import { includesText } from './includes-text.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 200 });

it('finds the same as includes', () => {
  fc.assert(
    fc.property(text, text, fc.nat(200), (all, other, from) => {
      for (const sought of [other, all.slice(from), all.slice(0, from), all.slice(from, from + 40)])
        expect(includesText(all, sought)).toBe(all.includes(sought));
    }),
  );
});

it.each([
  ['an empty text', '', '', true],
  ['a longer text', 'a'.repeat(20), 'a'.repeat(21), false],
  ['the whole text', 'ü'.repeat(20), 'ü'.repeat(20), true],
  ['its end', `${'ab'.repeat(20)}c`, `${'ab'.repeat(10)}c`, true],
])('finds %s', (_, all, sought, isFound) => {
  expect(includesText(all, sought)).toBe(isFound);
});

it('reads each character a bounded number of times', () => {
  // `includes` compares 500 characters at each of the 20,000 positions.
  const sought = `${'a'.repeat(500)}b${'a'.repeat(499)}`;
  const all = new CountingText('a'.repeat(20_000));
  const part = new CountingText(sought);
  expect(includesText(all as unknown as string, part as unknown as string)).toBe(false);
  expect(all.reads + part.reads).toBeLessThan(10 * (20_000 + sought.length));
});

/** A text that counts the characters that are read. */
class CountingText {
  reads = 0;
  readonly #text: string;
  readonly length: number;

  constructor(text: string) {
    this.#text = text;
    this.length = text.length;
  }

  charCodeAt(index: number): number {
    this.reads += 1;
    return this.#text.charCodeAt(index);
  }

  includes(): never {
    throw new Error('includes has no bound');
  }
}
