import { type Caller, hasConfirmedAddress, isSettingEqual, type NotificationSetting } from '@wfp/shared';
import { type ExpiredRows, Prisma, type Transaction } from '@wfp/shared/db';
import { hasPermissionOfAllRoles } from '../../access/index.ts';
import { isActivePerson } from '../../accounts/index.ts';

const { sql } = Prisma;

const isSwitchedOff = isSettingEqual(
  sql`a.org_id`,
  'notifications',
  'announcements' satisfies NotificationSetting,
  false,
);

/** Condition: the announcement `a` is published, for mail, and readers see it. */
export const isMailable = sql`(a.send_mail and a.status = 'published' and a.deleted_at is null
  and (a.expires_at is null or a.expires_at > now()) and not ${isSwitchedOff})`;

/** Condition: user `u` may be mailed announcements: an active user who has confirmed the address and may read them. */
export const isRecipient = sql`(${isActivePerson('u')} and ${hasConfirmedAddress}
  and ${hasPermissionOfAllRoles('u', ['announcement:read', 'announcement:manage'])})`;

/**
 * Starts to mail those of the announcements that have been published in this transaction for mail. After an earlier
 * publication of the same version, only users who have not been mailed this version are mailed.
 */
export async function startMailings(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void> {
  await tx.executeUnrecorded(
    sql`insert into announcement_mailings (org_id, announcement_id, version)
      select a.org_id, a.id, a.version from announcements a
      where a.org_id = ${caller.org_id} and a.id = any(${[...ids]}::int[]) and ${isMailable}
      on conflict (org_id, announcement_id) do update
        set version = excluded.version, last_user_id = 0, finished_at = null, created_at = now()`,
  );
}

/** Deletes the mails to a user, in the transaction that erases the user. */
export async function eraseMails(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from announcement_mails where org_id = ${caller.org_id} and user_id = ${user_id}`,
  );
}

/** Mails that were not sent because their announcement was withdrawn. */
export const expiredAnnouncementMails: readonly ExpiredRows[] = [
  {
    table: 'announcement_mails',
    where: () => sql`status in ('waiting', 'sending') and created_at < now() - interval '30 days'`,
  },
];
