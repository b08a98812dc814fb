import type { Clock } from '@wfp/shared';

const updateEveryMs = 14 * 24 * 3_600_000;

export function nextUpdateDue(clock: Clock): Date {
  return new Date(clock.now().getTime() + updateEveryMs);
}

export const isClosed = ({ status }: { status: string }): boolean =>
  status === 'completed' || status === 'cancelled';
