import { defineAnnouncement } from '@wfp/shared';

/** A calendar is about to be deleted, and its row is locked. Consequences reject this while they refer to it. */
export const holidayCalendarDeleting = defineAnnouncement<{ id: number }>('holiday_calendar.deleting');
