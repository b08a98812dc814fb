import { between, day, lengthOf } from '../moments.ts';
import type { Judge } from './signal.ts';
import { statusMoves } from './status-moves.ts';

/** Blocked for less than a day may be somebody who has just asked a question. */
export const blockedStatus: Judge = ({ record, history, now }) => {
  if (record.status !== 'blocked') return null;
  const since = statusMoves(history).findLast(({ to }) => to === 'blocked')?.at ?? record.created_at;
  const length = between(since, now) ?? 0;
  return {
    kind: 'blocked_status',
    detail: `It has been blocked for ${lengthOf(length)}`,
    weight: length >= day ? 1 : 0.6,
  };
};
