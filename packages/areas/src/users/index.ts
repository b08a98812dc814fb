import { defineArea } from '@wfp/shared';
import { userAnnouncements } from './announcements.ts';
import { userConsequences } from './consequences.ts';
import { profiles } from './profile.resource.ts';
import { profileEndpoints } from './profiles.endpoints.ts';
import { standingEndpoints } from './standing.endpoints.ts';
import { userExport, userImport } from './user-transfer.service.ts';
import { userEndpoints } from './users.endpoints.ts';
import { userEvents } from './users.events.ts';

export const users = defineArea({
  name: 'users',
  about: 'The accounts of an organization, their profiles and ways to sign in.',
  declared: [profiles],
  endpoints: [...userEndpoints, ...standingEndpoints, ...profileEndpoints],
  events: userEvents,
  announcements: userAnnouncements,
  consequences: userConsequences,
  exports: [userExport],
  imports: [userImport],
});
