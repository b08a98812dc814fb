/** Weight of a task if progress_mode is effort. */
export const effortPoints = { xs: 1, s: 2, m: 3, l: 5, xl: 8, xxl: 13 } as const;

/** Totals of the tasks that are not cancelled. */
export interface TaskTotals {
  scope: number;
  done: number;
  scope_points: number;
  done_points: number;
}

/** Computes a percentage, rounded down so that 100 means that all is done; 0 if there are no tasks. */
export function computeProgress(mode: 'tasks' | 'effort', counted: TaskTotals): number {
  const [done, scope] =
    mode === 'tasks' ? [counted.done, counted.scope] : [counted.done_points, counted.scope_points];
  return scope === 0 ? 0 : Math.floor((done * 100) / scope);
}
