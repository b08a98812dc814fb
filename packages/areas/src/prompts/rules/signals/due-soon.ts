import { between, day, lengthOf } from '../moments.ts';
import type { Judge } from './signal.ts';

const soon = 2 * day;

export const dueSoon: Judge = ({ record, now }) => {
  const left = between(now, record.due_at);
  if (left === null || left < 0 || left > soon) return null;
  const isWaiting = record.status === 'todo' || record.status === 'blocked';
  const state = isWaiting ? ` and is ${record.status === 'todo' ? 'not begun' : 'blocked'}` : '';
  return {
    kind: 'due_soon',
    detail: `It is due in ${lengthOf(left)}${state}`,
    weight: isWaiting ? 0.6 : 0.1,
  };
};
