import { consequence, defineArea, resource } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { apiKeyEndpoints } from './api-keys.endpoints.ts';
import { apiKeyEvents } from './api-keys.events.ts';
import { apiKeyRows, eraseKeys } from './api-keys.store.ts';
import { expiryLane } from './life/expiry.lane.ts';

const own = 'RCA@own';

export const apiKeys = defineArea({
  name: 'api-keys',
  about: 'Keys for programs that call in the name of a user.',
  resources: [
    resource({
      code: 'api_key',
      label: 'API keys',
      scopes: ['own'],
      rows: apiKeyRows,
      builtin: { owner: 'M', admin: 'M', hr: own, manager: own, employee: own, auditor: 'R' },
    }),
  ],
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
