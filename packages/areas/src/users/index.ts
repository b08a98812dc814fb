import { defineArea } from '@wfp/shared';
import { userEndpoints } from './accounts/users.endpoints.ts';
import { userEvents } from './accounts/users.events.ts';
import { userAnnouncements } from './announcements.ts';
import { userConsequences } from './consequences.ts';
import { preferenceEndpoints } from './preferences/preferences.endpoints.ts';
import { profiles } from './profile.resource.ts';
import { profileEndpoints } from './profiles/profiles.endpoints.ts';
import { accountStatusEndpoints } from './status/account-status.endpoints.ts';
import { userExport, userImport } from './transfer/user-transfer.service.ts';

export const users = defineArea({
  name: 'users',
  about: 'User accounts, profiles and sign-in methods.',
  menu: [{ key: 'users', label: 'Users', icon: 'user-cog', group: 'administration', resource: 'user' }],
  declared: [profiles],
  endpoints: [...userEndpoints, ...preferenceEndpoints, ...accountStatusEndpoints, ...profileEndpoints],
  events: userEvents,
  announcements: userAnnouncements,
  consequences: userConsequences,
  exports: [userExport],
  imports: [userImport],
});

export { Me } from './accounts/users.contract.ts';
export { getMe } from './accounts/users.service.ts';
export { Preferences } from './preferences/preferences.contract.ts';
export { getPreferences } from './preferences/preferences.service.ts';
