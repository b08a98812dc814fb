import { isFinished, type JsonObject, type TaskContext } from '../context.ts';
import { proposeActions } from './actions.ts';
import { blockedStatus, postponed, silent, statusThrashing } from './history.ts';
import { blockedBy, parentWaiting } from './linked-tasks.ts';
import { absentAssignee, dueSoon, noAssignee, overdue, type SignalCheck } from './own-state.ts';

/** The order of signals in the output. */
const checks: readonly SignalCheck[] = [
  overdue,
  blockedStatus,
  blockedBy,
  parentWaiting,
  statusThrashing,
  absentAssignee,
  noAssignee,
  silent,
  postponed,
  dueSoon,
];

/** Finds signals that a task is blocked, and actions to unblock it. The output matches `blockersSchema`. */
export function findBlockers(context: TaskContext): JsonObject {
  const found = isFinished(context.record) ? [] : checks.flatMap((check) => check(context) ?? []);
  const is_stalled = found.reduce((sum, { weight }) => sum + weight, 0) >= 1;
  return {
    is_stalled,
    signals: found.map(({ kind, detail }) => ({ kind, detail })),
    actions: proposeActions(context, new Set(found.map(({ kind }) => kind))).map((action) => ({ ...action })),
  };
}
