import type { DemoRows } from '@wfp/shared';

export const demoAnnouncements: DemoRows = {
  path: '/announcements',
  key: 'title',
  rows: [
    {
      title: 'Summer hours',
      body_md: 'From **July** to **August**, the office closes at 16:00 on Fridays.',
      allow_comments: true,
    },
  ],
};
