import type { AppError } from '@wfp/shared';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CompilationLimits } from './compilations.ts';

let now: number;
let limits: CompilationLimits;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  limits = new CompilationLimits();
});
afterEach(() => vi.restoreAllMocks());

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
  for (let id = 1; id <= 6; id += 1) expect(compile(id, true, 500)).toBeNull();
  expect(compile(7, true, 500)).toBe(57);
  for (let id = 101; id <= 124; id += 1) expect(compile(id, false, 500)).toBeNull();
  expect(compile(125, false, 500)).toBe(45);
  now += 57_000;
  expect([compile(7, true, 500), compile(125, false, 500)]).toEqual([null, null]);
});

it('does not count rejected compilations', () => {
  expect(compile(1, true, 3_000)).toBeNull();
  for (let n = 0; n < 40; n += 1) expect(compile(2, true, 1)).not.toBeNull();
  now += 60_000;
  expect(compile(2, true, 1)).toBeNull();
});
