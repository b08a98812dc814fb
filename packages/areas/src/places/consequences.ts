import { consequence } from '@wfp/shared';
import { holidayCalendarDeleting } from '../holiday-calendars/announcements.ts';
import { countPlacesOfCalendar } from './places.store.ts';

export const placeConsequences = [
  consequence({
    ...{ on: holidayCalendarDeleting, name: 'places.holiday-calendar', writes: [] },
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countPlacesOfCalendar(tx, caller, id), 'place', 'places'),
  }),
];
