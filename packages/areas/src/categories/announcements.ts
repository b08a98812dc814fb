import { defineAnnouncement } from '@wfp/shared';

/** `from` was archived to be merged into `into`, which is locked with the tree: areas move their rows that refer to `from` to `into`. */
export const categoryMerging = defineAnnouncement<{ from: number; into: number }>('category.merging');
