import { defineAnnouncement } from '@wfp/shared';

export interface GrantReplacement {
  grant_id: number;
  replacement_id: number;
}

/** Grants of a deleted role were replaced by grants of another role to the same users. */
export const grantsReplaced = defineAnnouncement<{ replacements: readonly GrantReplacement[] }>(
  'grant.replaced',
);
