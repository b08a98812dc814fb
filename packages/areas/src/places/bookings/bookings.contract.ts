/** From the start to the end of a booking, in days of 24 hours. */
export const maxBookingDays = 14;
/** From now to the end of a booking. */
export const maxMonthsAhead = 18;
/** A new time can be this long ago: clocks differ, and filling in a form takes time. */
export const maxMinutesAgo = 5;

export const maxBookingMs = maxBookingDays * 86_400_000;

export interface BookingPeriod {
  starts_at: Date;
  /** The first moment after the booking. */
  ends_at: Date;
}
