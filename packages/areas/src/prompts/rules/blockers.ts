import type { JsonObject, TaskContext } from '../prompt.ts';
import { actionsFor } from './actions.ts';
import { absentAssignee } from './signals/absent-assignee.ts';
import { blockedBy } from './signals/blocked-by.ts';
import { blockedStatus } from './signals/blocked-status.ts';
import { dueSoon } from './signals/due-soon.ts';
import { noAssignee } from './signals/no-assignee.ts';
import { overdue } from './signals/overdue.ts';
import { parentWaiting } from './signals/parent-waiting.ts';
import { postponed } from './signals/postponed.ts';
import { isFinished, type Judge } from './signals/signal.ts';
import { silent } from './signals/silent.ts';
import { statusThrashing } from './signals/status-thrashing.ts';

const judges: readonly Judge[] = [
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

/** What keeps a task from being done, and what to do about it. A finished task is kept by nothing. */
export function findBlockers(context: TaskContext): JsonObject {
  const found = isFinished(context.record) ? [] : judges.flatMap((judge) => judge(context) ?? []);
  const is_stalled = found.reduce((sum, { weight }) => sum + weight, 0) >= 1;
  return {
    is_stalled,
    signals: found.map(({ kind, detail }) => ({ kind, detail })),
    actions: actionsFor(context, new Set(found.map(({ kind }) => kind))).map((action) => ({ ...action })),
  };
}
