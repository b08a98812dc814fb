import { type Deletion, defineAnnouncement } from '@wfp/shared';

/** A place is about to be deleted, and its row is locked. Areas report rows that refer to it, which prevent the deletion. */
export const placeDeleting = defineAnnouncement<Deletion>('place.deleting');

export const placeAnnouncements = [placeDeleting];
