import { createHmac } from 'node:crypto';
import { type LeasedRow, leasedBacklog, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { usersAs } from '../accounts/index.ts';
import { organizationsAs } from '../organizations/index.ts';

const { sql } = Prisma;

export interface LeasedMail extends LeasedRow {
  to_address: string;
  kind: string;
  content_enc: Uint8Array;
  /** True if the user to whom the mail belongs has verified its address. */
  is_verified: boolean;
  /** True if the organization that sends the mail was never verified, whatever its status is now. */
  of_unverified: boolean;
  created_at: Date;
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
    where u.org_id = w.org_id and u.id = w.user_id and u.email = w.to_address and u.email_verified_at is not null) as is_verified,
    exists (select from ${organizationsAs('o')} where o.id = w.org_id and o.verified_at is null) as of_unverified, w.created_at`,
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

/**
 * Mails in an hour to an address that is not verified: anyone can enter the address of another person. Unverified
 * organizations, which are free to create, do not use up what verified ones may send.
 */
const hourlyLimits = { organization: 4, unverified: 4, verified: 10 };

/** A mail to an address that may not be sent further ones now. The sender does not learn it: others may have sent the mails. */
export interface Wait {
  reason: string;
  /** Milliseconds until the hour has ended. */
  ms: number;
}

/**
 * Counts a mail to an address that is not verified: of its organization, and of all verified or unverified ones together.
 * Returns null if it may be sent now.
 */
export async function countUnverifiedMail(
  platform: Platform,
  org_id: number,
  { to_address, of_unverified }: LeasedMail,
): Promise<Wait | null> {
  const group = of_unverified ? 'unverified' : 'verified';
  return (
    (await countMail(platform, `organization ${org_id} ${to_address}`, hourlyLimits.organization)) ??
    (await countMail(platform, `${group} ${to_address}`, hourlyLimits[group]))
  );
}

/** The count is independent of the mails, which are deleted when their user is erased, and contains only a hash of the address. */
async function countMail(platform: Platform, key: string, limit: number): Promise<Wait | null> {
  const hash = createHmac('sha256', platform.config.ENCRYPTION_KEY).update(`mail recipient ${key}`).digest();
  const isOver = sql`r.since <= now() - interval '1 hour'`;
  const [counted] = await executeOperational<{ is_within: boolean; ms: number }>(
    platform,
    sql`insert into mail_recipients as r (address_hash, mails) values (${hash}, 1)
      on conflict (address_hash) do update set
        mails = case when ${isOver} then 1 else least(r.mails, ${limit}::int) + 1 end,
        since = case when ${isOver} then now() else r.since end
      returning mails <= ${limit}::int as is_within,
        (extract(epoch from since + interval '1 hour' - now()) * 1000)::float8 as ms`,
  );
  if (!counted || counted.is_within) return null;
  return { reason: `More than ${limit} mails in an hour to an address that is not verified`, ms: counted.ms };
}
