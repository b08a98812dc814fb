import { decryptMail, type Job, type LeasedWork, type OrganizationRun } from '@wfp/shared';
import {
  countUnverifiedMail,
  type LeasedMail,
  mailBacklog,
  recordFailed,
  recordSent,
  type Wait,
} from './lane.store.ts';
import { defineMailLane, type PreparedMail } from './sending/mail-lane.ts';

/** A mail that had to wait this long, because of others to its address, has failed. */
const maxWaitMs = 3 * 24 * 3_600_000;

/** Each organization has its own lane, so that the backlog of one organization does not delay the mail of others. */
export const mailLane: Job = defineMailLane<LeasedMail>({
  queue: 'mail',
  concurrency: 5,
  backlog: mailBacklog,
  keyOf: ({ id }) => id,
  kindOf: ({ kind }) => kind,
  prepare,
  recordSent,
  recordFailed,
});

async function prepare({ platform, org_id, row, log, note }: LeasedWork<LeasedMail>): Promise<PreparedMail> {
  // Counted once, whatever number of attempts the mail server needs.
  const isCounted = !row.is_verified && row.attempts === 1;
  const wait = isCounted ? await countUnverifiedMail(platform, org_id, row) : null;
  if (wait) return postpone({ platform, log, note }, row, wait);
  return { to: row.to_address, body: decryptMail(platform.config, org_id, row.content_enc) };
}

/** Postpones a mail until its address may be sent further ones. It fails if it has waited too long. */
function postpone(
  { platform, log, note }: Pick<OrganizationRun, 'platform' | 'log' | 'note'>,
  { id: mail_id, kind, created_at }: LeasedMail,
  { reason, ms }: Wait,
): PreparedMail {
  if (platform.clock.now().getTime() - created_at.getTime() > maxWaitMs) {
    log.error({ mail_id, kind, reason }, 'Mail failed permanently');
    return { obstacle: reason };
  }
  log.warn({ mail_id, kind, reason, retry_in_seconds: Math.ceil(ms / 1_000) }, 'Mail has to wait');
  void note(`mail ${mail_id} (${kind}): has to wait`);
  return { retry: { afterMs: Math.max(ms, 1_000), error: reason, isAttempt: false } };
}
