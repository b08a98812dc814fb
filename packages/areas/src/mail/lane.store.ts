import { createHmac } from 'node:crypto';
import { type LeasedRow, leasedBacklog, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { usersAs } from '../accounts/index.ts';

const { sql } = Prisma;

export interface LeasedMail extends LeasedRow {
  to_address: string;
  kind: string;
  content_enc: Uint8Array;
  /** True if the user to whom the mail belongs has verified its address. */
  is_verified: boolean;
}

export const mailBacklog = leasedBacklog<LeasedMail>({
  table: 'mails',
  states: { waiting: 'waiting', running: 'sending' },
  leasedUntil: 'lease_until',
  dueAt: 'due_at',
  error: 'last_error',
  // Longer than the timeouts of one SMTP delivery.
  leaseSeconds: 60,
  returning: sql`w.to_address, w.kind, w.content_enc, exists (select from ${usersAs('u')}
    where u.org_id = w.org_id and u.id = w.user_id and u.email = w.to_address and u.email_verified_at is not null) as is_verified`,
});

/** Marks a message as sent, and deletes its text, which may contain a token. */
export async function recordSent(platform: Platform, org_id: number, mail: LeasedRow): Promise<void> {
  await executeOperational(
    platform,
    sql`update mails w set status = 'sent', sent_at = now(), content_enc = null, lease_until = null
      where ${mailBacklog.stillLeased(org_id, mail)} returning w.id`,
  );
}

export async function recordFailed(
  platform: Platform,
  org_id: number,
  mail: LeasedRow,
  reason: string,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update mails w set status = 'failed', last_error = ${reason}, content_enc = null, lease_until = null
      where ${mailBacklog.stillLeased(org_id, mail)} returning w.id`,
  );
}

/** To an address that is not verified, from all organizations together: anyone can enter the address of another person. */
export const maxUnverifiedMailsPerHour = 10;

/** The address may not be sent further mail now. The sender does not learn it, since others may have sent the mail. */
export class TooManyMails extends Error {
  override readonly name = 'TooManyMails';

  constructor() {
    super(`More than ${maxUnverifiedMailsPerHour} mails in an hour to an address that is not verified`);
  }
}

/**
 * Counts an attempt to send mail to an address that is not verified. The count is independent of the mails, which are deleted
 * when their user is erased, and contains only a hash of the address.
 *
 * @throws TooManyMails
 */
export async function countUnverifiedMail(platform: Platform, address: string): Promise<void> {
  const hash = createHmac('sha256', platform.config.ENCRYPTION_KEY)
    .update(`mail recipient ${address}`)
    .digest();
  const isOver = sql`r.since <= now() - interval '1 hour'`;
  const counted = await executeOperational(
    platform,
    sql`insert into mail_recipients as r (address_hash, mails) values (${hash}, 1)
      on conflict (address_hash) do update set
        mails = case when ${isOver} then 1 else r.mails + 1 end, since = case when ${isOver} then now() else r.since end
      where ${isOver} or r.mails < ${maxUnverifiedMailsPerHour}
      returning mails`,
  );
  if (counted.length === 0) throw new TooManyMails();
}
