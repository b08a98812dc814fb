import type { Caller } from '../caller.ts';
import type { Config } from '../config/config.ts';
import { Prisma } from '../db/generated/client.ts';
import type { EncryptedColumn } from '../db/schema/check.ts';
import type { Transaction } from '../db/writes/write.ts';
import { decryptSecret, encryptSecret } from '../security/encryption.ts';
import { encryptionKeys } from '../security/encryption-keys.ts';

/** A mail to one person. Plain text: every client shows it, and it cannot disguise links. */
export interface OutgoingMail {
  /** The recipient's user id, used by erasure; null if the recipient is not a user. */
  user_id: number | null;
  to: string;
  /** For example `password_reset`; stored unencrypted. */
  kind: string;
  subject: string;
  text: string;
}

export interface MailContent {
  subject: string;
  text: string;
}

const encryptionContext = (org_id: number) => `mail:${org_id}`;

/**
 * Inserts a mail in the transaction of the change that it reports: it is sent after the commit, or never. Subject and
 * text are encrypted, since they may contain a token, and deleted after sending.
 */
export async function queueMail(tx: Transaction, caller: Caller, mail: OutgoingMail): Promise<void> {
  const { user_id, to, kind, subject, text } = mail;
  const content = encryptSecret(
    caller.platform.config.ENCRYPTION_KEY,
    encryptionContext(caller.org_id),
    JSON.stringify({ subject, text } satisfies MailContent),
  );
  await tx.executeUnrecorded(
    Prisma.sql`insert into mails (org_id, user_id, to_address, kind, content_enc)
      values (${caller.org_id}, ${user_id}::int, ${to}, ${kind}, ${content})`,
  );
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
