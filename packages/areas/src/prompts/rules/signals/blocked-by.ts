import type { LinkedTask, TaskContext } from '../../prompt.ts';
import { between, day } from '../moments.ts';
import { isFinished, type Judge } from './signal.ts';

/** Unfinished tasks that have to be done before this one. */
export const openBlockers = ({ relations }: TaskContext): LinkedTask[] =>
  relations
    .filter(({ kind, task }) => (kind === 'blocked_by' || kind === 'preceded_by') && !isFinished(task))
    .map(({ task }) => task);

export const namedTask = ({ id, title }: LinkedTask): string =>
  `#${id} “${title.slice(0, 80).toWellFormed()}”`;

const mostNamed = 3;
const near = 7 * day;

/** A plan with an order is no stall: it is one once the task should be moving, or what it waits for does not. */
export const blockedBy: Judge = (context) => {
  const blockers = openBlockers(context);
  if (blockers.length === 0) return null;
  const { record, now } = context;
  const left = between(now, record.due_at);
  const isToMove = record.status !== 'todo' || (left !== null && left < near);
  const isStuck = blockers.some(
    ({ status, due_at }) => status === 'blocked' || (between(due_at, now) ?? 0) > 0,
  );
  const more = blockers.length > mostNamed ? ` and ${blockers.length - mostNamed} more` : '';
  const names = blockers.slice(0, mostNamed).map((task) => `${namedTask(task)} (${task.status})`);
  return {
    kind: 'blocked_by',
    detail: `It waits for ${names.join(', ')}${more}`,
    weight: isToMove || isStuck ? 1 : 0.3,
  };
};
