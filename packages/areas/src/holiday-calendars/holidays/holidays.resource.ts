import { defineResource, field } from '@wfp/shared';
import { CalendarDate, Line } from '@wfp/shared/contract';
import { z } from 'zod';
import { calendars } from '../calendars/calendars.resource.ts';
import { iCalendar } from '../imports/i-calendar.ts';
import { rejectFullYear, rejectOverfullYear } from './holidays.hooks.ts';

/** Events are visible to callers with `holiday:read`, and changes also require `holiday_calendar:update`. */
export const holidays = defineResource({
  code: 'holiday',
  noun: ['holiday', 'holidays'],
  label: 'Holidays',
  path: '/holidays',
  model: 'Holiday',
  table: 'holidays',
  recordName: 'name',
  // The number of holidays in a year is limited, so writes take the lock of the calendar.
  parent: { of: calendars, field: 'calendar_id', lock: 'no key update' },
  builtin: { owner: 'M', admin: 'M', hr: 'M', manager: 'R', employee: 'R', viewer: 'R', auditor: 'R' },
  fields: {
    date: field(CalendarDate, { required: true, filter: true, sort: 'value', pgType: 'date' }),
    name: field(Line(100), { required: true, search: true, sort: 'text' }),
    part: field(
      z
        .enum(['full', 'morning', 'afternoon'])
        .meta({ description: 'The part of the day that is a holiday; default: full' }),
      { filter: true, sort: 'value' },
    ),
  },
  sort: 'date',
  imports: {
    key: 'date',
    formats: [iCalendar],
    parentEvent: { type: 'holiday_calendar.imported', table: calendars.table },
  },
  hooks: { beforeWrite: rejectFullYear, afterRestore: rejectOverfullYear },
});
