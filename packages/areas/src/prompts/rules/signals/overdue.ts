import { between, day, lengthOf } from '../moments.ts';
import type { Judge } from './signal.ts';

/** A day late is a matter for whoever leads the work; some hours late, on its way, is not yet. */
export const overdue: Judge = ({ record, now }) => {
  const late = between(record.due_at, now);
  if (late === null || late <= 0) return null;
  const isMoving = record.status === 'in_progress' || record.status === 'reviewing';
  const weight = late >= day || !isMoving ? 1 : 0.5;
  return { kind: 'overdue', detail: `It was due ${lengthOf(late)} ago`, weight };
};
