import {
  decryptMail,
  type Job,
  type LeasedWork,
  leasedLane,
  type OrganizationRun,
  type Retry,
} from '@wfp/shared';
import { loadBranding } from './branding.service.ts';
import { renderHtml } from './html.ts';
import {
  countUnverifiedMail,
  type LeasedMail,
  mailBacklog,
  recordFailed,
  recordSent,
  type Wait,
} from './lane.store.ts';
import { getTransport } from './transport.ts';

/** Delays between attempts in seconds. After the last attempt a message has failed. */
const retrySeconds = [30, 120, 600, 1_800, 7_200, 21_600, 43_200];
const waitWithoutTransportMs = 60_000;
/** A mail that had to wait this long, because of others to its address, has failed. */
const maxWaitMs = 3 * 24 * 3_600_000;

/** The code of a permanent failure (RFC 5321, section 4.2.1). */
const permanentFailure = 550;

/** Each organization has its own lane, so that the backlog of one organization does not delay the mail of others. */
export const mailLane: Job = leasedLane<LeasedMail>({
  queue: 'mail',
  concurrency: 5,
  backlog: mailBacklog,
  parallel: 1,
  maxRunMs: 30_000,
  renewEveryMs: 15_000,
  maxAttempts: retrySeconds.length + 1,
  before: async ({ platform, log }) => {
    if (getTransport(platform)) return undefined;
    log.error('Mail cannot be sent: set SMTP_URL');
    return new Date(platform.clock.now().getTime() + waitWithoutTransportMs);
  },
  work: send,
  retry: scheduleRetry,
  giveUp,
});

async function send({
  platform,
  org_id,
  caller,
  row,
  log,
  note,
}: LeasedWork<LeasedMail>): Promise<Retry | undefined> {
  // Counted once, whatever number of attempts the mail server needs.
  const isCounted = !row.is_verified && row.attempts === 1;
  const wait = isCounted ? await countUnverifiedMail(platform, org_id, row) : null;
  if (wait) return postpone({ platform, log, note }, row, wait);
  const content = decryptMail(platform.config, org_id, row.content_enc);
  const { branding, logo } = await loadBranding(caller, log);
  const html = renderHtml(content, branding, platform.config.PUBLIC_URL);
  const host = new URL(platform.config.PUBLIC_URL).hostname;
  const messageId = `<mail-${org_id}-${row.id}@${host}>`;
  await getTransport(platform)?.({ messageId, to: row.to_address, ...content, html, logo }, log);
  await recordSent(platform, org_id, row);
  await note(`mail ${row.id} (${row.kind}): sent`);
  return undefined;
}

function scheduleRetry({ log, note }: OrganizationRun, row: LeasedMail, error: unknown): Retry | null {
  const seconds = isPermanentError(error) ? undefined : retrySeconds[row.attempts - 1];
  if (seconds === undefined) return null;
  const { id: mail_id, kind } = row;
  log.warn(
    { mail_id, kind, reason: errorCode(error), retry_in_seconds: seconds },
    'Mail could not be sent; retrying',
  );
  void note(`mail ${mail_id} (${kind}): retry in ${seconds} s`);
  return { afterMs: seconds * 1_000, error: errorMessage(error) };
}

/** Postpones a mail until its address may be sent further ones. @throws Error if the mail has waited too long */
function postpone(
  { platform, log, note }: Pick<OrganizationRun, 'platform' | 'log' | 'note'>,
  { id: mail_id, kind, created_at }: LeasedMail,
  { reason, ms }: Wait,
): Retry {
  if (platform.clock.now().getTime() - created_at.getTime() > maxWaitMs)
    throw Object.assign(new Error(reason), { responseCode: permanentFailure });
  log.warn({ mail_id, kind, reason, retry_in_seconds: Math.ceil(ms / 1_000) }, 'Mail has to wait');
  void note(`mail ${mail_id} (${kind}): has to wait`);
  return { afterMs: Math.max(ms, 1_000), error: reason, isAttempt: false };
}

async function giveUp({ platform, org_id, log, note }: OrganizationRun, row: LeasedMail, error?: unknown) {
  await recordFailed(platform, org_id, row, errorMessage(error));
  // Without the server's message, which may contain the recipient: it is stored in the row.
  log.error({ mail_id: row.id, kind: row.kind, reason: errorCode(error) }, 'Mail failed permanently');
  await note(`mail ${row.id} (${row.kind}): failed permanently`);
}

const errorMessage = (error: unknown) =>
  ((error as Error | undefined)?.message ?? 'Workers stopped during each attempt').slice(0, 500);

/** The SMTP response code, or the code of the error that prevented a response. */
function errorCode(error: unknown): string {
  const { responseCode, code, name } = (error ?? {}) as {
    responseCode?: number;
    code?: string;
    name?: string;
  };
  return String(responseCode ?? code ?? name);
}

/** True for 5yz of RFC 5321, a permanent rejection. */
function isPermanentError(error: unknown): boolean {
  const { responseCode = 0 } = (error ?? {}) as { responseCode?: number };
  return responseCode >= 500 && responseCode < 600;
}
