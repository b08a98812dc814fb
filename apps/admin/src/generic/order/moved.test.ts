import { expect, it } from 'vitest';
import { moved } from './moved.ts';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [1, 2, 'acb'],
])('moves an item from %i to %i', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected);
});
