import { consequence, defineArea } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { apiKeyEndpoints } from './api-keys.endpoints.ts';
import { apiKeyEvents } from './api-keys.events.ts';
import { apiKeys as declared } from './api-keys.resource.ts';
import { eraseKeys } from './api-keys.store.ts';
import { expiryLane } from './expiry/expiry.lane.ts';

export const apiKeys = defineArea({
  name: 'api-keys',
  about: 'API keys, with which programs act as a user.',
  declared: [declared],
  endpoints: apiKeyEndpoints,
  events: apiKeyEvents,
  jobs: [expiryLane],
  consequences: [
    consequence({
      ...{ on: userErased, name: 'api-keys.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseKeys(tx, caller, payload.user_id),
    }),
  ],
});
