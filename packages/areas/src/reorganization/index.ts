import { defineArea } from '@wfp/shared';
import { reorganizationEndpoints } from './reorganization.endpoints.ts';

/** What changes teams, people, seats and tasks at once: above their areas, which do not know each other. */
export const reorganization = defineArea({
  name: 'reorganization',
  about: 'Merging and archiving teams with all that hangs on them.',
  endpoints: reorganizationEndpoints,
});
