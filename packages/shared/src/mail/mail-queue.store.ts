import type { Caller } from '../caller.ts';
import type { Config } from '../config/config.ts';
import { Prisma } from '../db/generated/client.ts';
import type { EncryptedColumn } from '../db/schema/check.ts';
import type { Transaction } from '../db/writes/write.ts';
import { decryptSecret, encryptSecret } from '../security/encryption.ts';
import { encryptionKeys } from '../security/encryption-keys.ts';

/** A message to one person. Plain text: every client shows it, and nothing in it can be disguised. */
export interface OutgoingMail {
  /** The user it is for, where there is one: erasure finds it by them. */
  user_id: number | null;
  to: string;
  /** What kind of message it is, e.g. `password_reset`; the only part that is stored readable. */
  kind: string;
  subject: string;
  text: string;
}

/** Subject and text as they lie in the outbox. */
export interface MailContent {
  subject: string;
  text: string;
}

const encryptionContext = (org_id: number) => `mail:${org_id}`;

/**
 * Puts a message into the outbox in the transaction of what it tells of: it is sent after the commit, or
 * never existed. Subject and text are stored encrypted, since they may hold a token, and removed once sent.
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

/** Opens what {@link queueMail} sealed. */
export function decryptMail(config: Config, org_id: number, sealed: Uint8Array): MailContent {
  return JSON.parse(decryptSecret(encryptionKeys(config), encryptionContext(org_id), sealed)) as MailContent;
}

export const encryptedMailColumns: readonly EncryptedColumn[] = [
  { table: 'mails', column: 'content_enc', context: encryptionContext },
];
