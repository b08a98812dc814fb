import { invalidField } from '@wfp/shared';
import {
  type BookingPeriod,
  maxBookingDays,
  maxBookingMs,
  maxMinutesAgo,
  maxMonthsAhead,
} from './bookings.contract.ts';

const isSame = (one: Date, other: Date | undefined) => one.getTime() === other?.getTime();

/**
 * Rejects the times of a new booking, or new times of an existing one. A booking that has begun can be extended and
 * ended early; one that has ended cannot be moved.
 *
 * @throws AppError `invalid` on `starts_at` or `ends_at`
 */
export function rejectPeriod(now: Date, before: BookingPeriod | null, period: BookingPeriod): void {
  const { starts_at, ends_at } = period;
  if (before && before.ends_at <= now)
    throw invalidField('ends_at', 'Has passed: the times of a booking that has ended cannot be changed');
  if (ends_at <= starts_at) throw invalidField('ends_at', 'Must be after starts_at');
  if (ends_at.getTime() - starts_at.getTime() > maxBookingMs)
    throw invalidField('ends_at', `Must be at most ${maxBookingDays} days after starts_at`);
  const earliest = new Date(now.getTime() - maxMinutesAgo * 60_000);
  if (starts_at < earliest && !isSame(starts_at, before?.starts_at))
    throw invalidField('starts_at', 'Must not be in the past');
  if (ends_at < earliest) throw invalidField('ends_at', 'Must not be in the past');
  const latest = new Date(now);
  latest.setUTCMonth(latest.getUTCMonth() + maxMonthsAhead);
  if (ends_at > latest) throw invalidField('ends_at', `Must be at most ${maxMonthsAhead} months ahead`);
}

/** True if two periods have the same times. */
export const isSamePeriod = (one: BookingPeriod, other: BookingPeriod): boolean =>
  isSame(one.starts_at, other.starts_at) && isSame(one.ends_at, other.ends_at);
