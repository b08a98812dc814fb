import { effortPoints } from '../progress/progress.policy.ts';
import type { BurnupDay } from './metrics.contract.ts';

type Effort = keyof typeof effortPoints;

/** The fields that determine how a task counts in a burn-up. */
export interface TaskState {
  initiative_id: number | null;
  status: string;
  effort: Effort;
  deleted_at: string | null;
}

export interface CurrentTask extends TaskState {
  id: number;
  created_at: Date;
}

/** The values that a change replaced. */
export interface TaskChange {
  task_id: number;
  occurred_at: Date;
  before: Partial<TaskState>;
}

const dayMs = 24 * 3_600_000;

/** The day of a time, in days since 1970-01-01 (UTC). */
export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMs);
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/**
 * Computes scope and finished tasks at the end of each day from `first` to `last`. Works backwards from the current
 * state of each task, reverting its changes, newest first, so it needs only the history of the days shown.
 */
export function computeBurnup(
  initiative_id: number,
  tasks: readonly CurrentTask[],
  newestFirst: readonly TaskChange[],
  { first, last }: { first: number; last: number },
): BurnupDay[] {
  const steps = Array.from({ length: last - first + 1 }, () => ({
    scope: 0,
    done: 0,
    scope_points: 0,
    done_points: 0,
  }));
  const changes = Map.groupBy(newestFirst, (change) => change.task_id);
  for (const task of tasks) {
    /** Counts a state at the end of each day from `since` to `until`. */
    const hold = (state: TaskState, since: number, until: number) => {
      if (state.initiative_id !== initiative_id || state.deleted_at !== null || state.status === 'cancelled')
        return;
      const points = effortPoints[state.effort];
      const isDone = state.status === 'done' ? 1 : 0;
      for (let day = Math.max(since, first); day <= Math.min(until, last); day += 1) {
        const step = steps[day - first];
        if (!step) continue;
        step.scope += 1;
        step.done += isDone;
        step.scope_points += points;
        step.done_points += isDone * points;
      }
    };
    let state: TaskState = task;
    let until = last;
    for (const { occurred_at, before } of changes.get(task.id) ?? []) {
      hold(state, dayOf(occurred_at), until);
      until = Math.min(until, dayOf(occurred_at) - 1);
      state = { ...state, ...before };
    }
    hold(state, dayOf(task.created_at), until);
  }
  return steps.map((step, index) => ({ date: dateOf(first + index), ...step }));
}
