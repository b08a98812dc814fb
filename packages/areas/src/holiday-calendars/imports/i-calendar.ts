import { type ImportFormat, systemClock } from '@wfp/shared';
import { readCalendar } from './read-calendar.ts';

/** Recurring events are expanded from the previous year until this many years ahead. */
export const maxYearsAhead = 5;

/** Holidays as all-day events of a calendar application. */
export const iCalendar: ImportFormat = {
  name: 'iCalendar',
  mime: 'text/calendar',
  extension: '.ics',
  read: (bytes) => {
    const year = systemClock.now().getUTCFullYear();
    return readCalendar(bytes, { from: year - 1, to: year + maxYearsAhead });
  },
};
