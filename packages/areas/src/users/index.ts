import { defineArea, resource } from '@wfp/shared';
import { userEndpoints } from './users.endpoints.ts';

export const users = defineArea({
  name: 'users',
  resources: [
    resource({
      code: 'user',
      label: 'Users',
      scopes: ['own'],
      builtin: {
        owner: 'M',
        admin: 'M',
        hr: 'RCU',
        manager: 'R',
        employee: 'R U@own',
        viewer: 'R',
        auditor: 'R',
      },
    }),
  ],
  endpoints: userEndpoints,
});

export { insertUser } from './users.store.ts';
