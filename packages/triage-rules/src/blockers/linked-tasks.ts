import { isFinished, type LinkedTask, type TaskContext } from '../context.ts';
import { shortTask } from '../mentions.ts';
import { dayMs, durationText, millisecondsBetween } from '../times.ts';
import type { SignalCheck } from './own-state.ts';

/** Unfinished tasks that must be done before this one. */
export const listOpenBlockers = ({ relations }: TaskContext): LinkedTask[] =>
  relations
    .filter(({ kind, task }) => (kind === 'blocked_by' || kind === 'preceded_by') && !isFinished(task))
    .map(({ task }) => task);

const maxNamed = 3;
const nearDueMs = 7 * dayMs;

/**
 * An open blocker alone is not a stall: in addition, the task must have been started or be due within a week, or the
 * blocker must be blocked or overdue.
 */
export const blockedBy: SignalCheck = (context) => {
  const blockers = listOpenBlockers(context);
  if (blockers.length === 0) return null;
  const { record, now } = context;
  const left = millisecondsBetween(now, record.due_at);
  const shouldMove = record.status !== 'todo' || (left !== null && left < nearDueMs);
  const isStuck = blockers.some(
    ({ status, due_at }) => status === 'blocked' || (millisecondsBetween(due_at, now) ?? 0) > 0,
  );
  const more = blockers.length > maxNamed ? ` and ${blockers.length - maxNamed} more` : '';
  const names = blockers.slice(0, maxNamed).map((task) => `${shortTask(task)} (${task.status})`);
  return {
    kind: 'blocked_by',
    detail: `It waits for ${names.join(', ')}${more}`,
    weight: shouldMove || isStuck ? 1 : 0.3,
  };
};

/** The parent is blocked, cancelled, or late. */
export const parentWaiting: SignalCheck = ({ record, parent, now }) => {
  if (!parent || parent.status === 'done') return null;
  const name = `Its parent ${shortTask(parent)}`;
  if (parent.status === 'cancelled')
    return { kind: 'parent_waiting', detail: `${name} was cancelled`, weight: 1 };
  if (parent.status === 'blocked') return { kind: 'parent_waiting', detail: `${name} is blocked`, weight: 1 };
  const late = millisecondsBetween(parent.due_at, now) ?? 0;
  if (late <= 0) return null;
  return {
    kind: 'parent_waiting',
    detail: `${name} was due ${durationText(late)} ago and waits for it`,
    weight: record.status === 'todo' ? 1 : 0.7,
  };
};
