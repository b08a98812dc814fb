import { defineArea } from '@wfp/shared';
import { platformEndpoints } from './platform.endpoints.ts';

/** What form builders and other clients need to know of the service: derived from the declarations of all areas. */
export const platform = defineArea({
  name: 'platform',
  about: 'What there is, for clients that build themselves: resources, fields, permissions, limits.',
  endpoints: platformEndpoints,
});

export { describeEventType } from './event-types.ts';
