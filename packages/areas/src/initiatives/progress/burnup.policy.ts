import type { BurnupDay } from './metrics.contract.ts';
import { effortPoints } from './progress.policy.ts';

type Effort = keyof typeof effortPoints;

/** What a task's part in a burn-up depends on. */
export interface TaskState {
  initiative_id: number | null;
  status: string;
  effort: Effort;
  deleted_at: string | null;
}

/** A task as it is. */
export interface CurrentTask extends TaskState {
  id: number;
  created_at: Date;
}

/** What of a task's state was different before a moment. */
export interface TaskChange {
  task_id: number;
  occurred_at: Date;
  before: Partial<TaskState>;
}

const dayMs = 24 * 3_600_000;

/** The day of a moment, in days since 1970 (UTC). */
export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / dayMs);
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/**
 * Scope and what is done at the end of each day from `first` to `last`. Works backwards: from each task as it
 * is now, taking back its changes, newest first. So it needs no more of the history than the days it shows.
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
    /** The state held at the ends of the days from `since` to `until`. */
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
