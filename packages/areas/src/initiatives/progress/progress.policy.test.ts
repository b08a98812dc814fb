import { describe, expect, it } from 'vitest';
import { computeProgress } from './progress.policy.ts';

describe('progress', () => {
  const counted = { scope: 3, done: 1, scope_points: 22, done_points: 13 };
  it('is the done share of tasks or effort', () => {
    expect(computeProgress('tasks', counted)).toBe(33);
    expect(computeProgress('effort', counted)).toBe(59);
  });

  it('is 100 only if all is done, and 0 without tasks', () => {
    expect(computeProgress('tasks', { ...counted, scope: 1000, done: 999 })).toBe(99);
    expect(computeProgress('tasks', { ...counted, scope: 7, done: 7 })).toBe(100);
    expect(computeProgress('tasks', { scope: 0, done: 0, scope_points: 0, done_points: 0 })).toBe(0);
    expect(computeProgress('effort', { scope: 0, done: 0, scope_points: 0, done_points: 0 })).toBe(0);
  });
});
