import { defineAnnouncement } from '@wfp/shared';

/** An organization and its first user were created; areas insert the initial rows of every organization. */
export const organizationFounded = defineAnnouncement<{
  /** The owner. */
  user_id: number;
  first_name: string;
  last_name: string;
}>('organization.founded');
