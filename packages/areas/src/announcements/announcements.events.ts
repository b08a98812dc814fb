import { defineEvents } from '@wfp/shared';

const record = {
  aggregate: 'announcement',
  record: 'the announcement',
  recordName: 'the title of the announcement',
};

export const announcementEvents = [
  ...defineEvents(
    {
      ...record,
      seenBy: 'if the announcement is not published or has an audience, only to its author',
    },
    {
      'announcement.scheduled': 'The publication of an announcement was scheduled, or its time was changed.',
      'announcement.published': 'An announcement was published, by a user or at the scheduled time.',
      'announcement.unpublished':
        'An announcement became a draft: it was withdrawn, or its scheduled publication was cancelled.',
      'announcement.expired':
        'A published announcement reached its time of expiry; readers no longer see it.',
    },
  ),
  ...defineEvents(
    { ...record, seenBy: 'only to the user who read or acknowledged it' },
    {
      'announcement.read': 'A user read a version of an announcement for the first time.',
      'announcement.acknowledged': 'A user acknowledged a version of an announcement.',
    },
  ),
];
