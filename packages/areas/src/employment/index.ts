import { defineArea } from '@wfp/shared';
import { dueChangesLane } from './due-changes.lane.ts';
import { employmentEndpoints } from './employment.endpoints.ts';

/** What ends somebody's employment, and what happens on a day: above the areas of people, users and tasks. */
export const employment = defineArea({
  name: 'employment',
  about: 'Leaving and coming back.',
  endpoints: employmentEndpoints,
  jobs: [dueChangesLane],
});
