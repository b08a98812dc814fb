import type { Clock } from '@wfp/shared';

const updateEveryMs = 14 * 24 * 3_600_000;

/** The deadline for the next update of an active initiative. */
export function nextUpdateDue(clock: Clock): Date {
  return new Date(clock.now().getTime() + updateEveryMs);
}

/** True if the initiative is completed or cancelled. */
export const isClosed = ({ status }: { status: string }): boolean =>
  status === 'completed' || status === 'cancelled';
