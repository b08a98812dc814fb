import { type Job, type LaneRun, lane, openMail } from '@wfp/shared';
import { z } from 'zod';
import {
  dueOrganizations,
  giveBack,
  type LeasedMail,
  leaseDue,
  nextDue,
  recordFailure,
  recordSent,
} from './lane.store.ts';
import { type Transport, transportOf } from './transport.ts';

const Payload = z.object({ org_id: z.int() });
type Payload = z.output<typeof Payload>;

const leasedAtOnce = 20;
/** Longer than an SMTP server may take for all of a batch. */
const leaseSeconds = 600;
/** Seconds before each further attempt; after the last a message is given up. */
const waits = [30, 120, 600, 1_800, 7_200, 21_600, 43_200];
const waitWithoutTransportMs = 60_000;

/** Sends the mail of an organization that is due. A lane each, so that none waits for another's backlog. */
export const mailLane: Job = lane<Payload>({
  queue: 'mail',
  payload: Payload,
  key: ({ org_id }) => `org-${org_id}`,
  concurrency: 5,
  due: dueOrganizations,
  run: async (call) => {
    const { platform, payload } = call;
    const transport = transportOf(platform);
    if (!transport) {
      call.log.error('Mail is waiting and cannot be sent: set SMTP_URL');
      return new Date(platform.clock.now().getTime() + waitWithoutTransportMs);
    }
    const leased = await leaseDue(platform, payload.org_id, leasedAtOnce, leaseSeconds);
    for (let mail = leased.shift(); mail; mail = leased.shift()) {
      await send(call, transport, mail);
      if (call.signal.aborted) break;
    }
    // The worker drains: another one need not wait for the lease to end.
    if (leased.length > 0) await giveBack(platform, payload.org_id, leased);
    return nextDue(platform, payload.org_id);
  },
});

async function send(call: LaneRun<Payload>, transport: Transport, mail: LeasedMail): Promise<void> {
  const { platform, payload, log } = call;
  const host = new URL(platform.config.PUBLIC_URL).hostname;
  const messageId = `<mail-${payload.org_id}-${mail.id}@${host}>`;
  try {
    // What does not open must not keep the mails behind it.
    const { subject, text } = openMail(platform.config, payload.org_id, mail.content_enc);
    await transport({ messageId, to: mail.to_address, subject, text }, log);
    await recordSent(platform, payload.org_id, mail.id);
    await call.note(`mail ${mail.id} (${mail.kind}): sent`);
  } catch (error) {
    const wait = isFinal(error) ? undefined : waits[mail.attempts];
    const said = (error as Error).message.slice(0, 500);
    await recordFailure(platform, payload.org_id, mail.id, said, wait ?? null);
    // Without the server’s words, which may name whom it is to: those are in the row.
    log[wait === undefined ? 'error' : 'warn'](
      { mail_id: mail.id, kind: mail.kind, reason: codeOf(error), next_attempt_in_seconds: wait },
      wait === undefined ? 'A mail was given up' : 'A mail could not be sent; it will be tried again',
    );
    await call.note(
      `mail ${mail.id} (${mail.kind}): ${wait === undefined ? 'given up' : `again in ${wait} s`}`,
    );
  }
}

/** What the server answered as a number, or what kept it from answering. */
function codeOf(error: unknown): string {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name: string };
  return String(responseCode ?? code ?? name);
}

/** 5yz of RFC 5321: the server will say the same next time. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0 } = error as { responseCode?: number };
  return responseCode >= 500 && responseCode < 600;
}
