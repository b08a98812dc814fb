import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReloadSchedule } from './reload-schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reloads soon after each of a few changes, and on average as often as permitted after many', async () => {
  const reload = vi.fn(async () => undefined);
  const schedule = new ReloadSchedule(reload, 5_000);
  const counts: number[] = [];
  for (let second = 0; second < 60; second += 1) {
    schedule.request();
    await vi.advanceTimersByTimeAsync(1_000);
    counts.push(reload.mock.calls.length);
  }
  expect(counts.slice(0, 3)).toEqual([1, 2, 3]);
  expect([counts[13], counts[59]]).toEqual([3, 12]);
  schedule.stop();
});

it('reloads once for changes at the same time, and again for one during the reload', async () => {
  const reload = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 5_000)));
  const schedule = new ReloadSchedule(reload);
  for (let change = 0; change < 5; change += 1) schedule.request();
  await vi.advanceTimersByTimeAsync(1_000);
  schedule.request();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reload).toHaveBeenCalledTimes(2);
  schedule.stop();
});
