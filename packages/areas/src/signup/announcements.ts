import { defineAnnouncement } from '@wfp/shared';

/** An organization and its first user were created. Areas then insert the initial rows of the organization. */
export const organizationFounded = defineAnnouncement<{
  /** The owner. */
  user_id: number;
  first_name: string;
  last_name: string;
}>('organization.founded');
