import { defineResource, field, rejectDependents } from '@wfp/shared';
import { CountryCode, Line } from '@wfp/shared/contract';
import { holidayCalendarDeleting } from '../announcements.ts';

export const calendars = defineResource({
  code: 'holiday_calendar',
  noun: ['holiday calendar', 'holiday calendars'],
  label: 'Holiday calendars',
  path: '/holiday-calendars',
  model: 'HolidayCalendar',
  table: 'holiday_calendars',
  recordName: 'name',
  builtin: { owner: 'M', admin: 'M', hr: 'M', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    country: field(CountryCode.nullable(), { filter: true, sort: 'text' }),
    region: field(Line(100).nullable(), { search: true, sort: 'text' }),
  },
  sort: 'name',
  hooks: {
    beforeArchive: {
      announces: [holidayCalendarDeleting],
      run: ({ tx, before: { id } }) => rejectDependents(tx, holidayCalendarDeleting, id),
    },
  },
});
