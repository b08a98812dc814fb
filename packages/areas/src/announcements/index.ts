import { consequence, defineArea } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { announcementEndpoints } from './announcements.endpoints.ts';
import { announcementEvents } from './announcements.events.ts';
import { announcements as declared } from './announcements.resource.ts';
import { announcementLane } from './publishing/announcements.lane.ts';
import { eraseReceipts } from './receipts/receipts.store.ts';

export const announcements = defineArea({
  name: 'announcements',
  about: 'News for all users or for an audience, with receipts.',
  menu: [
    {
      key: 'announcements',
      label: 'Announcements',
      icon: 'megaphone',
      group: 'company',
      resource: 'announcement',
      badge: { resource: 'announcement', filter: { unacknowledged: true } },
    },
  ],
  declared: [declared],
  endpoints: announcementEndpoints,
  events: announcementEvents,
  jobs: [announcementLane],
  consequences: [
    consequence({
      ...{ on: userErased, name: 'announcements.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseReceipts(tx, caller, payload.user_id),
    }),
  ],
});
