import { type Caller, isVisibleRow } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck, type Transaction } from '@wfp/shared/db';
import { type BookingPeriod, maxBookingDays, maxBookingMs } from './bookings.contract.ts';

const { sql, raw } = Prisma;

/**
 * Condition on an alias: the booking ends after a time. The bound of its start follows from the maximum duration, and lets
 * an index on the start find the rows.
 */
export function endsAfter(time: Date, alias: string): Prisma.Sql {
  const row = raw(`"${alias}"`);
  return sql`(${row}.ends_at > ${time}::timestamptz
    and ${row}.starts_at > ${new Date(time.getTime() - maxBookingMs)}::timestamptz - interval '1 second')`;
}

/** Condition on an alias: the booking starts before a time. */
export const startsBefore = (time: Date, alias: string): Prisma.Sql =>
  sql`${raw(`"${alias}"`)}.starts_at < ${time}::timestamptz`;

/** Reasons to reject a booking: the place cannot be booked, or another booking overlaps. */
interface Obstacles {
  is_bookable: boolean;
  /** The first booking that overlaps; null if there is none. */
  id: number | null;
  starts_at: Date;
  ends_at: Date;
  /** True if the caller may read that booking. */
  is_visible: boolean;
}

/** Finds the obstacles to a booking in a period, apart from the booking `id`. The place must be locked. */
export async function findObstacles(
  tx: Transaction,
  caller: Caller,
  { place_id, id, starts_at, ends_at }: BookingPeriod & { place_id: number; id: number | null },
): Promise<Obstacles> {
  const [found] = await tx.rows<Obstacles>(sql`
    select p.is_bookable, o.* from places p
    left join lateral (
      select r.id, r.starts_at, r.ends_at, ${isVisibleRow(caller, 'place_booking')} as is_visible from place_bookings r
      where r.org_id = p.org_id and r.place_id = p.id and r.id is distinct from ${id}::int and r.deleted_at is null
        and ${endsAfter(starts_at, 'r')} and ${startsBefore(ends_at, 'r')}
      order by r.starts_at limit 1) o on true
    where p.org_id = ${caller.org_id} and p.id = ${place_id}`);
  if (!found) throw new Error('Invariant: the place is locked');
  return found;
}

/** Finds the times of a deleted booking. */
export async function findDeletedPeriod(
  tx: Transaction,
  caller: Caller,
  { place_id, id }: { place_id: number; id: number },
): Promise<BookingPeriod | undefined> {
  const [found] = await tx.rows<BookingPeriod>(sql`select b.starts_at, b.ends_at from place_bookings b
    where b.org_id = ${caller.org_id} and b.place_id = ${place_id} and b.id = ${id} and b.deleted_at is not null`);
  return found;
}

/** Counts the bookings of a place that have not ended. The place must be locked. */
export async function countUpcomingBookings(
  tx: Transaction,
  caller: Caller,
  place_id: number,
): Promise<number> {
  const [counted] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from place_bookings b
    where b.org_id = ${caller.org_id} and b.place_id = ${place_id} and b.deleted_at is null
      and ${endsAfter(caller.platform.clock.now(), 'b')}`);
  return counted?.total ?? 0;
}

const longest = raw(`interval '${maxBookingDays * 24} hours'`);

export const bookedPlacesCheck: Check = sqlCheck(
  {
    name: 'booked-places',
    scope: 'organization',
    invariant: 'The places of bookings that have not ended are live and bookable.',
    repair: 'Set is_bookable of the place to true or restore it, or cancel the booking.',
  },
  ({ org_id }) => sql`
    select format('booking %s is of place %s, which is deleted or not bookable', b.id, b.place_id) as message
    from place_bookings b join places p on p.org_id = b.org_id and p.id = b.place_id
    where b.org_id = ${org_id} and b.deleted_at is null and b.ends_at > now() and b.starts_at > now() - ${longest}
      and (p.deleted_at is not null or not p.is_bookable)
    order by b.id limit ${raw(String(maxViolations + 1))}`,
);
