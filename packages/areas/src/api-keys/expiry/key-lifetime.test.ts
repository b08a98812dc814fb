import { expect, it } from 'vitest';
import { computeExpiry, computeSuccessorExpiry, listElapsedNotices } from './key-lifetime.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const inDays = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms);

it('expires as requested, or at the maximum', () => {
  expect(computeExpiry(null, null, now)).toBeNull();
  expect(computeExpiry(inDays(3), null, now)).toEqual(inDays(3));
  expect(computeExpiry(null, 30, now)).toEqual(inDays(30));
  expect(computeExpiry(inDays(30), 30, now)).toEqual(inDays(30));
});

it.each([
  [now, null],
  [inDays(-1), null],
  [inDays(30, 1), 30],
])('rejects an expiry at %j with a maximum of %j days', (asked, most) => {
  expect(() => computeExpiry(asked, most, now)).toThrow('Validation failed');
});

it('gives a successor the lifetime of the old key within the current limit', () => {
  const old = { created_at: inDays(-10), expires_at: inDays(80) };
  expect(computeSuccessorExpiry(old, null, now)).toEqual(inDays(90));
  expect(computeSuccessorExpiry(old, 30, now)).toEqual(inDays(30));
  expect(computeSuccessorExpiry({ created_at: inDays(-10), expires_at: null }, null, now)).toBeNull();
  expect(computeSuccessorExpiry({ created_at: inDays(-10), expires_at: null }, 30, now)).toEqual(inDays(30));
});

it('omits notices that are already due for a new key', () => {
  expect(listElapsedNotices(null, now)).toEqual([]);
  expect(listElapsedNotices(inDays(7, 1), now)).toEqual([]);
  expect(listElapsedNotices(inDays(7), now)).toEqual([7]);
  expect(listElapsedNotices(inDays(1), now)).toEqual([7, 1]);
});
