import { defineEvents } from '@wfp/shared';

const ofCalendar = {
  aggregate: 'holiday_calendar',
  record: 'the holiday calendar',
  recordName: "the calendar's name",
};

export const importEvents = defineEvents(ofCalendar, {
  'holiday_calendar.imported':
    'An import created or updated holidays of the calendar, each with an event of its own.',
});
