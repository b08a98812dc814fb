import { between, day } from '../moments.ts';
import type { Judge } from './signal.ts';

const least = 3;
const window = 60 * day;

/** A due date that is put off again and again says that nobody gets to it. */
export const postponed: Judge = ({ history, now }) => {
  const times = history.filter(({ changes, occurred_at }) => {
    const [before, after] = changes['due_at'] ?? [];
    const isLater =
      typeof before === 'string' && typeof after === 'string' && (between(before, after) ?? 0) > 0;
    return isLater && (between(occurred_at, now) ?? Number.POSITIVE_INFINITY) <= window;
  }).length;
  if (times < least) return null;
  return { kind: 'postponed', detail: `Its due date was put off ${times} times in 60 days`, weight: 1 };
};
