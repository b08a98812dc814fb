import { between, lengthOf } from '../moments.ts';
import { namedTask } from './blocked-by.ts';
import type { Judge } from './signal.ts';

/** The parent cannot go on, was given up, or is late and waits for this one. */
export const parentWaiting: Judge = ({ record, parent, now }) => {
  if (!parent || parent.status === 'done') return null;
  const name = `Its parent ${namedTask(parent)}`;
  if (parent.status === 'cancelled')
    return { kind: 'parent_waiting', detail: `${name} was cancelled`, weight: 1 };
  if (parent.status === 'blocked') return { kind: 'parent_waiting', detail: `${name} is blocked`, weight: 1 };
  const late = between(parent.due_at, now) ?? 0;
  if (late <= 0) return null;
  return {
    kind: 'parent_waiting',
    detail: `${name} was due ${lengthOf(late)} ago and waits for it`,
    weight: record.status === 'todo' ? 1 : 0.7,
  };
};
