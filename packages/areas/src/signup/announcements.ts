import { defineAnnouncement } from '@wfp/shared';

/** An organization and its first user exist; areas add the rows that every organization starts with. */
export const organizationFounded = defineAnnouncement<{
  /** The user who owns it. */
  user_id: number;
  first_name: string;
  last_name: string;
}>('organization.founded');
