import { defineArea, resource } from '@wfp/shared';
import { profileEndpoints } from './profiles.endpoints.ts';
import { standingEndpoints } from './standing.endpoints.ts';
import { userExport, userImport } from './user-transfer.service.ts';
import { userEndpoints } from './users.endpoints.ts';
import { userEvents } from './users.events.ts';
import { identityRows, userRows } from './users.store.ts';

const builtin = {
  owner: 'M',
  admin: 'M',
  hr: 'RCU',
  manager: 'R',
  employee: 'R U@own',
  viewer: 'R',
  auditor: 'R',
};

export const users = defineArea({
  name: 'users',
  about: 'The accounts of an organization, their profiles and ways to sign in.',
  resources: [
    resource({ code: 'user', label: 'Users', scopes: ['own'], builtin, rows: userRows }),
    resource({
      code: 'user_identity',
      label: 'Ways to sign in',
      scopes: ['own'],
      builtin,
      rows: identityRows,
    }),
  ],
  endpoints: [...userEndpoints, ...standingEndpoints, ...profileEndpoints],
  events: userEvents,
  exports: [userExport],
  imports: [userImport],
});

export {
  deactivateLeaver,
  leaverEvents,
  reactivateReturner,
  requireLeaver,
  returnerEvents,
} from './leaver.service.ts';
export { insertUser, type NewUser, userRows } from './users.store.ts';
