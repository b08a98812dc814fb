import { consequence, defineArea } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { announcementEndpoints } from './announcements.endpoints.ts';
import { announcementEvents } from './announcements.events.ts';
import { announcements as declared } from './announcements.resource.ts';
import { announcementComments } from './comments/comment.resource.ts';
import { announcementMailCheck } from './mailing/checks.store.ts';
import { announcementMailLane } from './mailing/mail.lane.ts';
import { mailingLane } from './mailing/mailing.lane.ts';
import { eraseMails, expiredAnnouncementMails } from './mailing/mailing.store.ts';
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
  declared: [declared, announcementComments],
  endpoints: announcementEndpoints,
  events: announcementEvents,
  jobs: [announcementLane, mailingLane, announcementMailLane],
  checks: [announcementMailCheck],
  expired: expiredAnnouncementMails,
  consequences: [
    consequence({
      ...{ on: userErased, name: 'announcements.erase', writes: [] },
      run: async ({ tx, caller, payload }) => {
        await eraseReceipts(tx, caller, payload.user_id);
        await eraseMails(tx, caller, payload.user_id);
      },
    }),
  ],
});
