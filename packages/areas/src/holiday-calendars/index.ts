import { defineArea, endpoint } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { holidayCalendarDeleting } from './announcements.ts';
import { calendars } from './calendars/calendars.resource.ts';
import { CopiedYear, CopyYear } from './copies/copies.contract.ts';
import { copyYear, proposeCopies } from './copies/copies.service.ts';
import { holidays } from './holidays/holidays.resource.ts';
import { importEvents } from './imports/imports.events.ts';

export const holidayCalendars = defineArea({
  name: 'holiday-calendars',
  about: 'Calendars of holidays, such as those of a country or a region.',
  menu: [
    {
      key: 'holiday-calendars',
      label: 'Holiday calendars',
      icon: 'calendar-days',
      group: 'company',
      resource: 'holiday_calendar',
    },
  ],
  declared: [calendars, holidays],
  announcements: [holidayCalendarDeleting],
  events: importEvents,
  endpoints: [
    endpoint({
      method: 'post',
      path: '/holiday-calendars/:id/copy-year',
      summary: 'Copy the holidays of a year to another year',
      details:
        'Creates a holiday on the same day and month of the other year. Days that already have one are not changed. Also requires `holiday:read` and `holiday_calendar:update`.',
      can: 'holiday:create',
      params: IdParams,
      body: CopyYear,
      returns: { 200: CopiedYear },
      emits: ['holiday.post_create'],
      review: { hook: 'holiday.pre_create', proposals: proposeCopies },
      handler: copyYear,
    }),
  ],
});

export {
  type CalendarHoliday,
  holidayCalendarNamed,
  holidayCalendarNameOf,
  isLiveHolidayCalendar,
  selectHolidaysBetween,
} from './references.store.ts';
