import type { Clock } from '@wfp/shared';

const updateEveryMs = 14 * 24 * 3_600_000;

/** Until when an active initiative may go without an update, from now, before its owner is asked for one. */
export function nextUpdateDue(clock: Clock): Date {
  return new Date(clock.now().getTime() + updateEveryMs);
}

/** Whether nothing is done about an initiative any more. */
export const isClosed = ({ status }: { status: string }): boolean =>
  status === 'completed' || status === 'cancelled';
