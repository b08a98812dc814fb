import type { Caller } from '../caller.ts';
import type { Config } from '../config/config.ts';
import { Prisma } from '../db/generated/client.ts';
import type { EncryptedColumn } from '../db/schema/check.ts';
import type { Transaction } from '../db/writes/write.ts';
import { isSettingEqual } from '../organization-state.store.ts';
import { decryptSecret, encryptSecret } from '../security/encryption.ts';
import { encryptionKeys } from '../security/encryption-keys.ts';
import { mayReceiveMail } from './mail-recipients.store.ts';

/** Settings of the section `notifications`, each of which switches mails off. Mails about security have none. */
export type NotificationSetting =
  | 'task_reminders'
  | 'initiative_updates'
  | 'api_key_expiry'
  | 'webhook_failures'
  | 'announcements';

/** A mail to one person, in plain text. The mail lane adds the same text as HTML. */
export interface OutgoingMail {
  /** The recipient's user id, used by erasure; null if the recipient is not a user. */
  user_id: number | null;
  to: string;
  /** For example `password_reset`; stored unencrypted. Determines which addresses may receive the mail. */
  kind: string;
  /** The setting with which the organization can switch the mail off. */
  notification?: NotificationSetting;
  subject: string;
  text: string;
}

export interface MailContent {
  subject: string;
  text: string;
}

const { sql, empty } = Prisma;

const encryptionContext = (org_id: number) => `mail:${org_id}`;

/**
 * Inserts a mail in the transaction of the change that it reports: it is sent after the commit, or never. Subject and
 * text are encrypted, since they may contain a token, and deleted after sending.
 *
 * @returns false if the organization has switched the mail off, or the address may not receive it
 */
export async function queueMail(tx: Transaction, caller: Caller, mail: OutgoingMail): Promise<boolean> {
  const { user_id, to, kind, notification, subject, text } = mail;
  const content = encryptSecret(
    caller.platform.config.ENCRYPTION_KEY,
    encryptionContext(caller.org_id),
    JSON.stringify({ subject, text } satisfies MailContent),
  );
  const inserted = await tx.executeUnrecorded(
    sql`insert into mails (org_id, user_id, to_address, kind, content_enc)
      select ${caller.org_id}::int, ${user_id}::int, ${to}, ${kind}, ${content}::bytea
      where ${mayReceiveMail(caller.org_id, mail)}
      ${notification ? sql`and not ${isSettingEqual(sql`${caller.org_id}::int`, 'notifications', notification, false)}` : empty}`,
  );
  return inserted === 1;
}

/** Decrypts the content that {@link queueMail} stored. */
export function decryptMail(config: Config, org_id: number, encrypted: Uint8Array): MailContent {
  return JSON.parse(
    decryptSecret(encryptionKeys(config), encryptionContext(org_id), encrypted),
  ) as MailContent;
}

export const encryptedMailColumns: readonly EncryptedColumn[] = [
  { table: 'mails', column: 'content_enc', context: encryptionContext },
];
