import { consequence } from '@wfp/shared';
import { holidayCalendarDeleting } from '../holiday-calendars/announcements.ts';
import { placeDeleting } from './announcements.ts';
import { countUpcomingBookings } from './bookings/bookings.store.ts';
import { countPlacesOfCalendar } from './places.store.ts';

export const placeConsequences = [
  consequence({
    ...{ on: holidayCalendarDeleting, name: 'places.holiday-calendar', writes: [] },
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countPlacesOfCalendar(tx, caller, id), 'place', 'places'),
  }),
  consequence({
    ...{ on: placeDeleting, name: 'places.bookings', writes: [] },
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countUpcomingBookings(tx, caller, id), 'upcoming booking', 'upcoming bookings'),
  }),
];
