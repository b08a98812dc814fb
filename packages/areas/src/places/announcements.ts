import { defineAnnouncement } from '@wfp/shared';

/** A place is about to be deleted, and its row is locked. Areas report rows that refer to it, which prevent the deletion. */
export const placeDeleting = defineAnnouncement<{
  place_id: number;
  report(count: number, one: string, many: string): void;
}>('place.deleting');

export const placeAnnouncements = [placeDeleting];
