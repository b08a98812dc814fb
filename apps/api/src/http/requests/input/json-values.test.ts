import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasMoreValuesThan } from './json-values.ts';

const exceeds = (values: number, text: string, keys = Number.POSITIVE_INFINITY) =>
  hasMoreValuesThan({ values, keys }, Buffer.from(text));
const exceedsKeys = (keys: number, text: string) => exceeds(Number.POSITIVE_INFINITY, text, keys);

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  return values.reduce((sum: number, one) => sum + countKeys(one), Array.isArray(value) ? 0 : values.length);
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  return values.reduce((sum: number, one) => sum + countValues(one), values.length);
}

it.each([
  ['[1, 2, 3]', 3],
  ['{"a":1,"b":[1,2],"c":{"d":null}}', 6],
  ['[[ ],[{ }],[[1]]]', 6],
  ['{"a,b":"c,\\"d,[1,2]","\\\\":"{}"}', 2],
  ['["ä,ö","\\u005b,"]', 2],
])('counts the keys and list items of %s', (text, count) => {
  const padded = text.padEnd(100);
  expect([exceeds(count, padded), exceeds(count - 1, padded)]).toEqual([false, true]);
});

it('counts as many as parsing finds, however the text is formatted', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(3), (json, indent) => {
      const value: unknown = JSON.parse(json);
      const text = JSON.stringify(value, null, indent).padEnd(10_000);
      const count = countValues(value);
      expect([exceeds(count, text), count > 0 && exceeds(count - 1, text)]).toEqual([false, count > 0]);
      const keys = countKeys(value);
      expect([exceedsKeys(keys, text), keys > 0 && exceedsKeys(keys - 1, text)]).toEqual([false, keys > 0]);
    }),
  );
});

it.each(['[', '{', '"', '"\\', ']', ',', '[,', '\0', '', 'é'])('accepts invalid JSON such as %j', (text) => {
  expect(exceeds(1_000, text.repeat(3))).toBe(false);
});

it('counts the keys of a text that is as short as possible', () => {
  const text = JSON.stringify(Array.from({ length: 100 }, () => ({ '': 1 })));
  expect([exceedsKeys(100, text), exceedsKeys(99, text)]).toEqual([false, true]);
  const object = `{${Array.from({ length: 100 }, () => '"":1').join()}}`;
  expect([exceedsKeys(100, object), exceedsKeys(99, object)]).toEqual([false, true]);
});
