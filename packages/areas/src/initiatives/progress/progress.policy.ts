/** Weight of a task if progress_mode is effort. */
export const effortPoints = { xs: 1, s: 2, m: 3, l: 5, xl: 8, xxl: 13 } as const;

/** Tasks of one effort that are not cancelled, and those of them that are done. */
export interface EffortCount {
  effort: keyof typeof effortPoints;
  tasks: number;
  done: number;
}

/** Totals of the tasks that are not cancelled. */
export interface TaskTotals {
  scope: number;
  done: number;
  scope_points: number;
  done_points: number;
}

export function sumCounts(counts: readonly EffortCount[]): TaskTotals {
  const sum = { scope: 0, done: 0, scope_points: 0, done_points: 0 };
  for (const { effort, tasks, done } of counts) {
    sum.scope += tasks;
    sum.done += done;
    sum.scope_points += tasks * effortPoints[effort];
    sum.done_points += done * effortPoints[effort];
  }
  return sum;
}

/** Computes a percentage, rounded down so that 100 means that all is done; 0 if there are no tasks. */
export function computeProgress(mode: 'tasks' | 'effort', counted: TaskTotals): number {
  const [done, scope] =
    mode === 'tasks' ? [counted.done, counted.scope] : [counted.done_points, counted.scope_points];
  return scope === 0 ? 0 : Math.floor((done * 100) / scope);
}
