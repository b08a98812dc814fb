import { describe, expect, it } from 'vitest';
import { computeRetryDelaySeconds, isSuccessful, parseRetryAfterSeconds } from './retry-schedule.ts';

const schedule = [0, 60, 300, 1_800, 7_200, 43_200];
const outcome = (response_status: number | null, retry_after_seconds: number | null = null) => ({
  response_status,
  retry_after_seconds,
});

describe('the retry schedule', () => {
  it.each([
    [1, 60],
    [2, 300],
    [3, 1_800],
    [4, 7_200],
    [5, 43_200],
    [6, null],
  ])('after attempt %i waits %s seconds', (attempt, seconds) => {
    expect(computeRetryDelaySeconds(schedule, attempt, outcome(500), 0)).toBe(seconds);
  });

  it('adds a jitter of at most a tenth', () => {
    expect(computeRetryDelaySeconds(schedule, 1, outcome(500), 1)).toBeCloseTo(66);
    expect(computeRetryDelaySeconds(schedule, 1, outcome(500), 0)).toBe(60);
  });

  it.each([500, 502, 503, 301, 302, 307, 408, 425, 429, null])('retries after %s', (status) => {
    expect(computeRetryDelaySeconds(schedule, 1, outcome(status), 0)).toBe(60);
  });

  it.each([400, 401, 403, 404, 410, 422, 451])('does not retry after %i', (status) => {
    expect(computeRetryDelaySeconds(schedule, 1, outcome(status), 0)).toBeNull();
  });

  it('honours a longer Retry-After, at most 12 hours', () => {
    expect(computeRetryDelaySeconds(schedule, 1, outcome(429, 90), 0)).toBe(90);
    expect(computeRetryDelaySeconds(schedule, 1, outcome(429, 5), 0)).toBe(60);
    expect(computeRetryDelaySeconds(schedule, 1, outcome(503, 1e9), 0)).toBe(43_200);
  });
});

it('counts only 2xx as success', () => {
  expect([199, 200, 204, 299, 300, 500, null].map((status) => isSuccessful(outcome(status)))).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('parses Retry-After as seconds or as a date', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(parseRetryAfterSeconds('120', now)).toBe(120);
  expect(parseRetryAfterSeconds('Sun, 01 Mar 2026 12:01:30 GMT', now)).toBe(90);
  expect(parseRetryAfterSeconds('Sun, 01 Mar 2026 11:00:00 GMT', now)).toBe(0);
  expect(parseRetryAfterSeconds('soon', now)).toBeNull();
  expect(parseRetryAfterSeconds(undefined, now)).toBeNull();
});
