import { defineArea } from '@wfp/shared';
import { platformEndpoints } from './platform.endpoints.ts';

/** Metadata for form builders and other clients, derived from the declarations of all areas. */
export const platform = defineArea({
  name: 'platform',
  title: 'Metadata',
  about: 'Metadata for generic clients: resources, fields, permissions and limits.',
  endpoints: platformEndpoints,
});

export { describeEventType } from './event-types.ts';
export { getVersion } from './platform.service.ts';
