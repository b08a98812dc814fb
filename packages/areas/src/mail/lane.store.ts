import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant, readCrossTenantByKey } from '@wfp/shared/operational';

const { sql } = Prisma;

/** A message under lease. */
export interface LeasedMail {
  id: number;
  to_address: string;
  kind: string;
  content_enc: Uint8Array;
  /** Attempts that were made before. */
  attempts: number;
}

const isDue = sql`status in ('waiting', 'sending') and case status when 'waiting' then due_at else lease_until end <= now()`;

export async function dueOrganizations(platform: Platform): Promise<{ org_id: number }[]> {
  return readCrossTenant(platform, sql`select distinct org_id from mails where ${isDue}`);
}

/** Leases what is due, oldest first. A lease that ended belonged to a worker that died: its mail goes out again. */
export async function leaseDue(
  platform: Platform,
  org_id: number,
  most: number,
  leaseSeconds: number,
): Promise<LeasedMail[]> {
  return executeOperational<LeasedMail>(
    platform,
    sql`with due as (
        select id from mails where org_id = ${org_id} and ${isDue} order by id limit ${most}::int for update skip locked
      ),
      leased as (
        update mails m set status = 'sending', lease_until = now() + ${leaseSeconds} * interval '1 second'
        from due where m.org_id = ${org_id} and m.id = due.id
        returning m.id, m.to_address, m.kind, m.content_enc, m.attempts
      )
      select * from leased order by id`,
  );
}

/** Ends leases before their time. */
export async function giveBack(
  platform: Platform,
  org_id: number,
  leased: readonly LeasedMail[],
): Promise<void> {
  await executeOperational(
    platform,
    sql`update mails set status = 'waiting', lease_until = null
      where org_id = ${org_id} and id = any(${leased.map(({ id }) => id)}::int[]) and status = 'sending' returning id`,
  );
}

/** A message that went out keeps no text: it may have held a token. */
export async function recordSent(platform: Platform, org_id: number, id: number): Promise<void> {
  await executeOperational(
    platform,
    sql`update mails set status = 'sent', sent_at = now(), content_enc = null, lease_until = null, attempts = attempts + 1
      where org_id = ${org_id} and id = ${id} returning id`,
  );
}

/** Notes why a message did not go out, and when it is tried again; null gives it up. */
export async function recordFailure(
  platform: Platform,
  org_id: number,
  id: number,
  reason: string,
  waitSeconds: number | null,
): Promise<void> {
  const given = waitSeconds === null;
  await executeOperational(
    platform,
    sql`update mails set status = ${given ? 'failed' : 'waiting'}::mail_status, last_error = ${reason},
        due_at = now() + ${waitSeconds ?? 0} * interval '1 second', lease_until = null, attempts = attempts + 1,
        content_enc = case when ${given} then null else content_enc end
      where org_id = ${org_id} and id = ${id} returning id`,
  );
}

/** When the organization next has mail to send; null when none waits. */
export async function nextDue(platform: Platform, org_id: number): Promise<Date | null> {
  const [row] = await readCrossTenantByKey<{ at: Date | null }>(
    platform,
    sql`select min(case status when 'waiting' then due_at else lease_until end) as at from mails
      where org_id = ${org_id} and status in ('waiting', 'sending')`,
  );
  return row?.at ?? null;
}
