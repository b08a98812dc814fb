import { type Deletion, defineAnnouncement } from '@wfp/shared';

/**
 * A work schedule is about to be deleted, and its row is locked. Areas report rows that refer to it, which prevent the
 * deletion, or reject it.
 */
export const workScheduleDeleting = defineAnnouncement<Deletion>('work_schedule.deleting');
