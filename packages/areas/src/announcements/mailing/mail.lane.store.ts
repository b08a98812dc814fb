import { type LeasedRow, leasedBacklog, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { usersAs } from '../../accounts/index.ts';
import { includesUserIn } from '../../audiences/index.ts';
import { isMailable, isRecipient } from './mailing.store.ts';

const { sql } = Prisma;

export interface LeasedAnnouncementMail extends LeasedRow {
  announcement_id: number;
  user_id: number;
}

/** Condition: mail `w` is one of the last publication, which has not been withdrawn. */
export const isOfPublished = sql`exists (select from announcement_mailings m
  join announcements a on a.org_id = m.org_id and a.id = m.announcement_id
  where m.org_id = w.org_id and m.announcement_id = w.announcement_id and m.version = w.version and ${isMailable})`;

export const announcementMailBacklog = leasedBacklog<LeasedAnnouncementMail>({
  table: 'announcement_mails',
  states: { waiting: 'waiting', running: 'sending' },
  leasedUntil: 'lease_until',
  dueAt: 'due_at',
  error: 'last_error',
  // Longer than the timeouts of one SMTP delivery.
  leaseSeconds: 60,
  mayStart: isOfPublished,
  returning: sql`w.announcement_id, w.user_id`,
});

interface MailedAnnouncement {
  title: string;
  body_md: string;
  requires_ack: boolean;
  /** False if it was withdrawn after the mail was leased. */
  is_published: boolean;
  /** False if the audience was changed, or the user left it, after the mail was inserted. */
  is_in_audience: boolean;
  /** The user's confirmed address; null if the user may not be mailed any more. */
  to: string | null;
}

/** Reads the current text of an announcement, and the current address of the recipient of a mail. */
export async function findMailedAnnouncement(
  platform: Platform,
  org_id: number,
  { id }: LeasedAnnouncementMail,
): Promise<MailedAnnouncement | undefined> {
  const [found] = await readCrossTenant<MailedAnnouncement>(
    platform,
    sql`select a.title, a.body_md, a.requires_ack, ${isOfPublished} as is_published,
        ${includesUserIn(sql`a.audience`, sql`w.org_id`, sql`w.user_id`)} as is_in_audience,
        (select u.email from ${usersAs('u')} where u.org_id = w.org_id and u.id = w.user_id and ${isRecipient}) as "to"
      from announcement_mails w join announcements a on a.org_id = w.org_id and a.id = w.announcement_id
      where w.org_id = ${org_id} and w.id = ${id}::int`,
  );
  return found;
}

/** Deletes a mail to a user who is not in the audience. If the user is when the version is published again, it is inserted again. */
export async function deleteMail(
  platform: Platform,
  org_id: number,
  mail: LeasedAnnouncementMail,
): Promise<void> {
  await executeOperational(
    platform,
    sql`delete from announcement_mails w where ${announcementMailBacklog.stillLeased(org_id, mail)} returning w.id`,
  );
}

export async function recordSent(
  platform: Platform,
  org_id: number,
  mail: LeasedAnnouncementMail,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update announcement_mails w set status = 'sent', sent_at = now(), lease_until = null
      where ${announcementMailBacklog.stillLeased(org_id, mail)} returning w.id`,
  );
}

export async function recordFailed(
  platform: Platform,
  org_id: number,
  mail: LeasedAnnouncementMail,
  reason: string,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update announcement_mails w set status = 'failed', last_error = ${reason}, lease_until = null
      where ${announcementMailBacklog.stillLeased(org_id, mail)} returning w.id`,
  );
}
