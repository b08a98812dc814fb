import { beforeEach, expect, it } from 'vitest';
import { ReadTimes } from './read-times.ts';

let now = 0;
let times: ReadTimes;
beforeEach(() => {
  now = 1_000;
  times = new ReadTimes(() => now);
});

const run = (key: string, tookMs: number) => times.add(key, tookMs);
/** Begins reads of an organization, and returns the functions that end those that may be run. */
const begin = (org_id: number, key: string, count: number) =>
  Array.from({ length: count }, () => times.begin(org_id, key)).filter((end) => end !== null);

it('permits 16 reads of an organization that are known to be fast at a time', () => {
  const keys = ['select 1', 'select 2'].map((text) => times.keyOf(1, text)) as [string, string];
  for (const key of keys) run(key, 5);
  const begun = [...begin(1, keys[0], 10), ...begin(1, keys[1], 10)];
  expect(begun).toHaveLength(16);
  for (const end of begun.slice(0, 3)) end();
  expect(begin(1, keys[0], 10)).toHaveLength(3);
});

it('permits two at a time that are not known to be fast, or were last a minute ago', () => {
  const [one, other] = ['select 1', 'select 2'].map((text) => times.keyOf(1, text)) as [string, string];
  const begun = [...begin(1, one, 1), ...begin(1, other, 3)];
  expect(begun).toHaveLength(2);
  expect(begin(2, times.keyOf(2, 'select 1'), 3)).toHaveLength(2);
  for (const end of begun) end();
  run(one, 5);
  expect(begin(1, one, 3).map((end) => end())).toHaveLength(3);
  now += 60_000;
  expect(begin(1, one, 3)).toHaveLength(2);
});

it('permits fast reads beside others', () => {
  const [fast, unknown] = ['select 1', 'select 2'].map((text) => times.keyOf(1, text)) as [string, string];
  run(fast, 5);
  begin(1, unknown, 2);
  expect(begin(1, fast, 20)).toHaveLength(14);
});

it('permits none for a minute after two slow runs within a minute', () => {
  const key = times.keyOf(1, 'select 1');
  run(key, 25);
  now += 60_000;
  run(key, 25);
  expect(begin(1, key, 1).map((end) => end())).toHaveLength(1);
  run(key, 25);
  expect(begin(1, key, 1)).toEqual([]);
  now += 60_000;
  expect(begin(1, key, 1)).toHaveLength(1);
});

it('trusts no fast run for an hour after two slow ones: they may have had other values', () => {
  const key = times.keyOf(1, 'select 1');
  run(key, 25);
  run(key, 25);
  now += 60_000;
  run(key, 5);
  expect(begin(1, key, 5).map((end) => end())).toHaveLength(2);
  now += 3_540_000;
  run(key, 5);
  expect(begin(1, key, 5)).toHaveLength(5);
});

it('takes a cancelled statement for slow', () => {
  const key = times.keyOf(1, 'select 1');
  times.addCancelled(key);
  expect(begin(1, key, 1)).toEqual([]);
});

it('takes statements for the same that differ in the size of the page', () => {
  expect(times.keyOf(1, 'select 1 limit 25')).toBe(times.keyOf(1, 'select 1 limit 26'));
  expect(times.keyOf(1, 'select 1 limit 25')).not.toBe(times.keyOf(2, 'select 1 limit 25'));
  expect(times.keyOf(1, 'select 1 limit 25')).not.toBe(times.keyOf(1, 'select 2 limit 25'));
});
