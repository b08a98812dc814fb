import { defineArea, resource } from '@wfp/shared';
import { apiKeyEndpoints } from './api-keys.endpoints.ts';
import { apiKeyEvents } from './api-keys.events.ts';
import { apiKeyRows } from './api-keys.store.ts';
import { expiryLane } from './expiry.lane.ts';

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
});

export { eraseKeys } from './api-keys.store.ts';
