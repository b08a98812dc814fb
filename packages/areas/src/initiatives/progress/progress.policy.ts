/** What a task weighs where effort counts. */
export const effortPoints = { xs: 1, s: 2, m: 3, l: 5, xl: 8, xxl: 13 } as const;

/** The tasks of an initiative that are not cancelled, and those of them that are done. */
export interface TaskTotals {
  scope: number;
  done: number;
  scope_points: number;
  done_points: number;
}

/** Progress in per cent, rounded down so that 100 means all; 0 where there is nothing to do. */
export function computeProgress(mode: 'tasks' | 'effort', counted: TaskTotals): number {
  const [done, scope] =
    mode === 'tasks' ? [counted.done, counted.scope] : [counted.done_points, counted.scope_points];
  return scope === 0 ? 0 : Math.floor((done * 100) / scope);
}
