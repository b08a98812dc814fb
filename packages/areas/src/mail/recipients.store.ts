import { createHmac } from 'node:crypto';
import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';

const { sql } = Prisma;

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
