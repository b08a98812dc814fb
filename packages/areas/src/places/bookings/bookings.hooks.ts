import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockActiveUser } from '../../accounts/index.ts';
import type { BookingPeriod } from './bookings.contract.ts';
import { isSamePeriod, rejectPeriod } from './bookings.policy.ts';
import { countUpcomingBookings, findDeletedPeriod, findObstacles } from './bookings.store.ts';

interface Step {
  tx: Transaction;
  caller: Caller;
}

interface Times {
  starts_at: string;
  ends_at: string;
}

const periodOf = ({ starts_at, ends_at }: Times): BookingPeriod => ({
  starts_at: new Date(starts_at),
  ends_at: new Date(ends_at),
});

/**
 * Rejects a booking that another one overlaps, or of a place that cannot be booked. The lock of the place makes bookings of
 * one place wait for each other, so that every conflict is found here; the exclusion constraint is the guarantee.
 *
 * @throws AppError `invalid` on `is_bookable` or `starts_at`
 */
async function rejectObstacles(
  { tx, caller }: Step,
  booking: BookingPeriod & { place_id: number; id: number | null },
  hasEnded = false,
): Promise<void> {
  const { is_bookable, is_visible, ...other } = await findObstacles(tx, caller, booking);
  if (!is_bookable && !hasEnded)
    throw invalidField('is_bookable', 'Is false for this place; must be true to book it');
  if (other.id === null) return;
  const [from, to] = [other.starts_at.toISOString(), other.ends_at.toISOString()];
  const which = is_visible ? `booking ${other.id}, from ${from} to ${to}` : 'another booking of the place';
  throw invalidField('starts_at', `Overlaps ${which}`);
}

/** Checks the times of a booking if they are new. */
export async function checkTimes(
  step: Step & {
    before: (Times & { id: number }) | null;
    values: Partial<Times>;
    within: Readonly<Record<string, number>>;
  },
): Promise<undefined> {
  const { before, values, within, caller } = step;
  const known = before && periodOf(before);
  const period = periodOf({ ...before, ...values } as Times);
  if (known && isSamePeriod(known, period)) return;
  rejectPeriod(caller.platform.clock.now(), known, period);
  await rejectObstacles(step, { ...period, place_id: Number(within.place_id), id: before?.id ?? null });
}

/** Checks the user for whom a place is booked, if it is another one than the caller or before. */
export async function checkBookedBy({
  tx,
  caller,
  before,
  row: { booked_by },
}: Step & { before: { booked_by: number } | null; row: { booked_by: number } }): Promise<void> {
  if (booked_by === before?.booked_by || booked_by === caller.user_id) return;
  if (!(await lockActiveUser(tx, caller, booked_by)))
    throw invalidField('booked_by', 'Must be an active user');
}

/** Checks a booking that is about to be restored. For one that has ended, the place need not be bookable any more. */
export async function checkRestored(
  step: Step & { id: number | null; within: Readonly<Record<string, number>>; phase: string },
): Promise<void> {
  const { tx, caller, id, phase } = step;
  if (phase !== 'restore' || id === null) return;
  const place_id = Number(step.within.place_id);
  const period = await findDeletedPeriod(tx, caller, { place_id, id });
  if (!period) return;
  const hasEnded = period.ends_at <= caller.platform.clock.now();
  await rejectObstacles(step, { ...period, place_id, id }, hasEnded);
}

/** Rejects that a place with upcoming bookings becomes one that cannot be booked. */
export async function keepBookable({
  tx,
  caller,
  before,
  values,
}: Step & {
  before: { id: number; is_bookable: boolean } | null;
  values: { is_bookable?: boolean | undefined };
}): Promise<undefined> {
  if (!before?.is_bookable || values.is_bookable !== false) return;
  const count = await countUpcomingBookings(tx, caller, before.id);
  if (count === 0) return;
  const bookings = count === 1 ? '1 upcoming booking; cancel it' : `${count} upcoming bookings; cancel them`;
  throw invalidField('is_bookable', `Has ${bookings} first`);
}
