import { defineAnnouncement } from '@wfp/shared';

/** A work schedule is about to be deleted, and its row is locked. Consequences reject this while they refer to it. */
export const workScheduleDeleting = defineAnnouncement<{ id: number }>('work_schedule.deleting');
