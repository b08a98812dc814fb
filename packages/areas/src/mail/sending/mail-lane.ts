import {
  type Job,
  type LeasedBacklog,
  type LeasedRow,
  type LeasedWork,
  leasedLane,
  type OrganizationRun,
  type Platform,
  type Retry,
} from '@wfp/shared';
import { loadBranding } from '../branding.service.ts';
import { type MailBody, renderHtml } from '../html.ts';
import { getTransport } from './transport.ts';

/** Delays between attempts in seconds. After the last attempt a message has failed. */
const retrySeconds = [30, 120, 600, 1_800, 7_200, 21_600, 43_200];
const waitWithoutTransportMs = 60_000;

/** The decision about a mail that is due: it is sent, retried later, or fails for a reason that is recorded. */
export type PreparedMail =
  | { to: string; body: MailBody }
  | { retry: Retry }
  /** Permanent. */
  | { obstacle: string };

/** A lane that sends the mails of a backlog. */
export interface MailLane<Row extends LeasedRow> {
  queue: string;
  /** The role of workers with this lane; default: the name of the queue. */
  role?: string;
  concurrency: number;
  backlog: LeasedBacklog<Row>;
  /** Identifies the mail among all of its organization; part of the Message-ID. */
  keyOf(row: Row): string | number;
  /** The kind of mail, for logs. */
  kindOf(row: Row): string;
  prepare(work: LeasedWork<Row>): Promise<PreparedMail>;
  recordSent(platform: Platform, org_id: number, row: Row): Promise<void>;
  recordFailed(platform: Platform, org_id: number, row: Row, reason: string): Promise<void>;
}

/** Declares a lane per organization that sends mails with the branding of the organization. */
export function defineMailLane<Row extends LeasedRow>(declaration: MailLane<Row>): Job {
  const { queue, role, concurrency, backlog } = declaration;
  return leasedLane<Row>({
    queue,
    ...(role && { role }),
    concurrency,
    backlog,
    parallel: 1,
    maxRunMs: 30_000,
    renewEveryMs: 15_000,
    maxAttempts: retrySeconds.length + 1,
    before: async ({ platform, log }) => {
      if (getTransport(platform)) return undefined;
      log.error('Mail cannot be sent: set SMTP_URL');
      return new Date(platform.clock.now().getTime() + waitWithoutTransportMs);
    },
    work: (work) => send(declaration, work),
    retry: (run, row, error) => scheduleRetry(declaration, run, row, error),
    giveUp: (run, row, error) => giveUp(declaration, run, row, error),
  });
}

async function send<Row extends LeasedRow>(
  lane: MailLane<Row>,
  work: LeasedWork<Row>,
): Promise<Retry | undefined> {
  const { platform, org_id, caller, row, log, note } = work;
  const prepared = await lane.prepare(work);
  if ('retry' in prepared) return prepared.retry;
  const label = `mail ${lane.keyOf(row)} (${lane.kindOf(row)})`;
  if ('obstacle' in prepared) {
    await lane.recordFailed(platform, org_id, row, prepared.obstacle);
    await note(`${label}: not sent`);
    return undefined;
  }
  const { to, body } = prepared;
  const { branding, logo } = await loadBranding(caller, log);
  const { PUBLIC_URL } = platform.config;
  const message = {
    to,
    subject: body.subject,
    text: body.text,
    html: renderHtml(body, branding, PUBLIC_URL),
  };
  const messageId = `<mail-${org_id}-${lane.keyOf(row)}@${new URL(PUBLIC_URL).hostname}>`;
  await getTransport(platform)?.({ messageId, ...message, logo }, log);
  await lane.recordSent(platform, org_id, row);
  await note(`${label}: sent`);
  return undefined;
}

function scheduleRetry<Row extends LeasedRow>(
  lane: MailLane<Row>,
  { log, note }: OrganizationRun,
  row: Row,
  error: unknown,
): Retry | null {
  const seconds = isPermanentError(error) ? undefined : retrySeconds[row.attempts - 1];
  if (seconds === undefined) return null;
  const kind = lane.kindOf(row);
  log.warn(
    { mail_id: lane.keyOf(row), kind, reason: errorCode(error), retry_in_seconds: seconds },
    'Mail could not be sent; retrying',
  );
  void note(`mail ${lane.keyOf(row)} (${kind}): retry in ${seconds} s`);
  return { afterMs: seconds * 1_000, error: errorMessage(error) };
}

async function giveUp<Row extends LeasedRow>(
  lane: MailLane<Row>,
  { platform, org_id, log, note }: OrganizationRun,
  row: Row,
  error?: unknown,
) {
  await lane.recordFailed(platform, org_id, row, errorMessage(error));
  const kind = lane.kindOf(row);
  // Without the server's message, which may contain the recipient: it is stored in the row.
  log.error({ mail_id: lane.keyOf(row), kind, reason: errorCode(error) }, 'Mail failed permanently');
  await note(`mail ${lane.keyOf(row)} (${kind}): failed permanently`);
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

/** The commands of SMTP whose responses are about the mail: others are about the service, its credentials or its sender. */
const aboutMail: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

/** True for a permanent rejection of the mail: 5yz of RFC 5321 to its recipient or its text. */
function isPermanentError(error: unknown): boolean {
  const { responseCode = 0, command = '' } = (error ?? {}) as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && aboutMail.has(command);
}
