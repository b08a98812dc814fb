import { setImmediate } from 'node:timers/promises';
import type { AppError } from '@wfp/shared';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CompilationLimits, CompilationTurns } from './compilations.ts';

let now: number;
let limits: CompilationLimits;
beforeEach(() => {
  now = 0;
  limits = new CompilationLimits();
});
afterEach(() => vi.restoreAllMocks());

const mockTime = () => vi.spyOn(performance, 'now').mockImplementation(() => now);

/** Compiles for an organization. Returns the seconds after which it may try again; null if it was compiled. */
function compile(org_id: number, is_unverified: boolean, takesMs: number): number | null {
  try {
    limits.run({ org_id, is_unverified }, () => {
      now += takesMs;
    });
    return null;
  } catch (error) {
    expect(error).toMatchObject({ kind: 'rate_limited' });
    return Number((error as AppError).headers?.['Retry-After']);
  }
}

it('takes 3 s a minute for all unverified organizations, and 15 s for all', () => {
  mockTime();
  for (let id = 1; id <= 6; id += 1) expect(compile(id, true, 500)).toBeNull();
  expect(compile(7, true, 500)).toBe(57);
  for (let id = 101; id <= 124; id += 1) expect(compile(id, false, 500)).toBeNull();
  expect(compile(125, false, 500)).toBe(45);
  now += 57_000;
  expect([compile(7, true, 500), compile(125, false, 500)]).toEqual([null, null]);
});

it('does not count rejected compilations', () => {
  mockTime();
  expect(compile(1, true, 3_000)).toBeNull();
  for (let n = 0; n < 40; n += 1) expect(compile(2, true, 1)).not.toBeNull();
  now += 60_000;
  expect(compile(2, true, 1)).toBeNull();
});

it('takes a third of these times for one organization', () => {
  mockTime();
  expect([compile(1, true, 999), compile(1, true, 1), compile(1, true, 1)]).toEqual([null, null, 59]);
  expect(compile(2, true, 1)).toBeNull();
  expect([compile(101, false, 4_999), compile(101, false, 1), compile(101, false, 1)]).toEqual([
    null,
    null,
    55,
  ]);
  expect(compile(102, false, 1)).toBeNull();
});

it('is followed by as much time for other work, before the next one of any organization', async () => {
  const turns = new CompilationTurns();
  const periods: { from: number; to: number }[] = [];
  const compileFor = (ms: number) => () => {
    const from = performance.now();
    while (performance.now() < from + ms);
    periods.push({ from, to: performance.now() });
  };
  let other = 0;
  const counting = (async () => {
    for (; periods.length < 4; other += 1) await setImmediate();
  })();
  const all = [1, 2, 3, 4].map((org_id) => turns.run({ org_id, is_unverified: false }, compileFor(40)));
  await Promise.all([...all, counting]);
  const gaps = periods.slice(1).map(({ from }, index) => from - (periods[index]?.to ?? 0));
  // A timer may fire a millisecond early.
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(39);
  expect([gaps.length, other > 10]).toEqual([3, true]);
});

it('takes turns among organizations, also if one waits with many', async () => {
  const turns = new CompilationTurns();
  const order: number[] = [];
  const client = (org_id: number) => ({ org_id, is_unverified: false });
  const of = (org_id: number) => turns.run(client(org_id), () => order.push(org_id));
  await Promise.all([...Array.from({ length: 10 }, () => of(1)), of(2)]);
  expect(order.indexOf(2)).toBeLessThanOrEqual(2);
});

it('counts in its turn, and does not count what was compiled before', async () => {
  const turns = new CompilationTurns();
  const client = { org_id: 1, is_unverified: false };
  let compiled = 0;
  const many = (count: number, isCached: () => boolean) =>
    Promise.allSettled(
      Array.from({ length: count }, () => turns.run(client, () => (compiled += 1), { isCached })),
    );
  const same = await many(40, () => compiled > 0);
  expect(same.filter(({ status }) => status === 'rejected')).toEqual([]);
  const others = await many(30, () => false);
  expect(others.map(({ status }) => status)).toEqual([...Array(29).fill('fulfilled'), 'rejected']);
  expect(others.at(-1)).toMatchObject({ reason: { kind: 'rate_limited' } });
});

it('does not begin if its signal is aborted before', async () => {
  const turns = new CompilationTurns();
  const caller = new AbortController();
  const client = { org_id: 1, is_unverified: false };
  const compile = vi.fn();
  const first = turns.run(client, () => caller.abort(new Error('too late')));
  const second = turns.run(client, compile, { signal: caller.signal });
  await expect(second).rejects.toThrow('too late');
  await first;
  expect(compile).not.toHaveBeenCalled();
});
