import type { Job, LeasedWork } from '@wfp/shared';
import { defineMailLane, type PreparedMail } from '../../mail/index.ts';
import { buildMail } from './build-mail.ts';
import {
  announcementMailBacklog,
  deleteMail,
  findMailedAnnouncement,
  type LeasedAnnouncementMail,
  recordFailed,
  recordSent,
} from './mail.lane.store.ts';

/** Sends the mails of announcements, with slots of its own: other mails, such as those of a sign-in, never wait for them. */
export const announcementMailLane: Job = defineMailLane<LeasedAnnouncementMail>({
  queue: 'announcement-mails',
  role: 'mail',
  concurrency: 2,
  backlog: announcementMailBacklog,
  keyOf: ({ id }) => `announcement-${id}`,
  kindOf: () => 'announcement',
  prepare,
  recordSent,
  recordFailed,
});

async function prepare({ platform, org_id, row }: LeasedWork<LeasedAnnouncementMail>): Promise<PreparedMail> {
  const found = await findMailedAnnouncement(platform, org_id, row);
  if (!found?.is_published) return { retry: { afterMs: 0, isAttempt: false } };
  if (!found.is_in_audience) {
    await deleteMail(platform, org_id, row);
    return { obstacle: 'The user is not in the audience any more' };
  }
  if (found.to === null) return { obstacle: 'The user may not be mailed any more' };
  return { to: found.to, body: buildMail(found, row.announcement_id, platform.config.PUBLIC_URL) };
}
