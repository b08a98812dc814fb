import { defineAnnouncement } from '@wfp/shared';

/** Kudos are about to require a value of the company, and the lock of the active ones is held. */
export const kudosValueRequiring = defineAnnouncement<{
  /** The field that an error names. */
  field: string;
}>('company_configuration.value_requiring');
