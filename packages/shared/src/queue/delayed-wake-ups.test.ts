import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DelayedWakeUps } from './delayed-wake-ups.ts';
import type { WakeUp } from './job.ts';

let enqueued: string[];
let delayed: DelayedWakeUps;
beforeEach(() => {
  vi.useFakeTimers();
  enqueued = [];
  delayed = new DelayedWakeUps(async ({ queue, key }) => {
    enqueued.push(`${queue} ${key}`);
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const wakeUp = (key: string, queue = 'audit'): WakeUp => ({ queue, key, payload: {} });

it('enqueues a lane once, after the delay of its first wake-up', () => {
  delayed.add(wakeUp('org-1'), 1_000);
  vi.advanceTimersByTime(600);
  for (const queue of ['audit', 'mail']) delayed.add(wakeUp('org-1', queue), 1_000);
  delayed.add(wakeUp('org-2'), 1_000);
  vi.advanceTimersByTime(399);
  expect(enqueued).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(enqueued).toEqual(['audit org-1']);
  vi.advanceTimersByTime(600);
  expect(enqueued).toEqual(['audit org-1', 'mail org-1', 'audit org-2']);
});

it('starts another delay with the first wake-up after a delay has ended', () => {
  delayed.add(wakeUp('org-1'), 1_000);
  vi.advanceTimersByTime(1_000);
  delayed.add(wakeUp('org-1'), 1_000);
  expect(enqueued).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(enqueued).toHaveLength(2);
});

it('enqueues all waiting lanes once when delays are ended', async () => {
  for (const key of ['org-1', 'org-2', 'org-1']) delayed.add(wakeUp(key), 1_000);
  await delayed.flush();
  vi.advanceTimersByTime(5_000);
  expect(enqueued).toEqual(['audit org-1', 'audit org-2']);
});
