import { type LaneRun, type NotificationSetting, queueMail, systemCaller } from '@wfp/shared';
import { type Change, type Transaction, writeInTransaction } from '@wfp/shared/db';
import type { LanePayload } from '../sender/lane-key.ts';
import { findAdmins, type NoticeEndpoint } from './endpoint-notice.store.ts';

/** A notification of the admins about an endpoint: the change that records it, and its text. */
export interface EndpointNotice {
  change: (caller: ReturnType<typeof systemCaller>, id: number) => Change<NoticeEndpoint>;
  event: `webhook_endpoint.${string}`;
  action: string;
  kind: string;
  /** Switches the mail off. Missing for a notice about security. */
  notification?: NotificationSetting;
  subject: (host: string) => string;
  lines: (endpoint: NoticeEndpoint) => string[];
}

/** Writes the change and queues the mails in one transaction. Returns false if nothing changed. */
export async function notify(
  {
    platform,
    payload,
    origin,
    emits,
    note,
  }: Pick<LaneRun<LanePayload>, 'platform' | 'payload' | 'origin' | 'emits' | 'note'>,
  notice: EndpointNotice,
  alongside: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  const caller = systemCaller(platform, payload.org_id, origin, emits);
  const notified = await writeInTransaction(caller, async (tx) => {
    const { event, action, kind, notification } = notice;
    const [endpoint] = await tx.write(notice.change(caller, payload.webhook_id), { event, action });
    if (!endpoint) return null;
    await alongside(tx);
    const admins = await findAdmins(tx, caller);
    let mails = 0;
    for (const { user_id, email } of admins) {
      const mail = { user_id, to: email, kind, ...(notification && { notification }) };
      if (await queueMail(tx, caller, { ...mail, ...textOf(notice, endpoint, caller) })) mails += 1;
    }
    return mails;
  });
  if (notified !== null) void note(`${notice.event}: ${notified} admins notified`);
  return notified !== null;
}

function textOf(
  { subject, lines }: EndpointNotice,
  endpoint: NoticeEndpoint,
  { platform }: ReturnType<typeof systemCaller>,
) {
  const { host, origin, pathname } = new URL(endpoint.url);
  return {
    subject: subject(host),
    // The URL without its query, which may contain a token of the receiver.
    text: [
      `${origin}${pathname}`,
      ...lines(endpoint),
      '',
      `${platform.config.PUBLIC_URL}/api/webhooks/${endpoint.id}`,
    ].join('\n'),
  };
}
