import { consequence, defineArea } from '@wfp/shared';
import { userAccessEnded, userErased } from '../users/announcements.ts';
import { apiKeyEndpoints } from './api-keys.endpoints.ts';
import { apiKeyEvents } from './api-keys.events.ts';
import { apiKeys as declared } from './api-keys.resource.ts';
import { revokeKeysOfUser } from './api-keys.service.ts';
import { eraseKeys } from './api-keys.store.ts';
import { expiryLane } from './expiry/expiry.lane.ts';

export const apiKeys = defineArea({
  name: 'api-keys',
  title: 'API keys',
  about: 'API keys, with which programs act as a user.',
  menu: [
    { key: 'api-keys', label: 'API keys', icon: 'key-square', group: 'administration', resource: 'api_key' },
  ],
  declared: [declared],
  endpoints: apiKeyEndpoints,
  events: apiKeyEvents,
  jobs: [expiryLane],
  consequences: [
    consequence({
      ...{ on: userAccessEnded, name: 'api-keys.revoke', writes: ['api_key.post_archive'] },
      run: ({ tx, caller, payload }) => revokeKeysOfUser(tx, caller, payload.user_id),
    }),
    consequence({
      ...{ on: userErased, name: 'api-keys.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseKeys(tx, caller, payload.user_id),
    }),
  ],
});
