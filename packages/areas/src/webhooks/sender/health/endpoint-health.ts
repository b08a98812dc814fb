import { type LaneRun, queueMail, systemCaller } from '@wfp/shared';
import { type Change, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { isPermanent } from '../attempt/retry-schedule.ts';
import type { LanePayload } from '../lane-key.ts';
import type { DeliveryResult } from '../queue/delivery-result.ts';
import {
  type EndpointConfig,
  type HealthChange,
  insertResults,
  resultStatement,
} from '../queue/lane.store.ts';
import {
  disableFailing,
  disableGone,
  findAdmins,
  type HealthNoticeEndpoint,
  markRejectionNotified,
  markWarningSent,
} from './endpoint-health.store.ts';

const warnAfterMs = 2 * 24 * 3600_000;

export const healthEvents = [
  'webhook_endpoint.disabled',
  'webhook_endpoint.failing',
  'webhook_endpoint.refused',
] as const;

/** The health of an endpoint during a run, as last read and updated by later results. */
type Health = Pick<EndpointConfig, 'failing_since' | 'single_until_success'>;
type EndedAttempt = Pick<DeliveryResult, 'status' | 'http'>;

/** Computes the health change from results in the order of their ends; null if nothing changes. */
export function computeHealthChange(
  { failing_since, single_until_success: wasSingle }: Health,
  finished: readonly EndedAttempt[],
): HealthChange | null {
  let failing: HealthChange['failing'] = 'same';
  let isFailing = failing_since !== null;
  let single_until_success = wasSingle;
  for (const one of finished) {
    if (one.status === 'succeeded') {
      if (isFailing) failing = 'ends';
      isFailing = false;
      single_until_success = false;
    } else if (one.status === 'failed') {
      if (!isFailing) failing = 'begins';
      isFailing = true;
      if (one.http.is_timeout) single_until_success = true;
    }
  }
  return failing === 'same' && single_until_success === wasSingle ? null : { failing, single_until_success };
}

/** A notification about an endpoint: the change that records it, and its text. */
interface HealthNotice {
  change: (caller: ReturnType<typeof systemCaller>, id: number) => Change<HealthNoticeEndpoint>;
  event: (typeof healthEvents)[number];
  action: string;
  kind: string;
  subject: (host: string) => string;
  lines: string[];
}

const enableAgain = 'Enable it again once the receiver is fixed; events that it missed can be replayed.';

const goneNotice: HealthNotice = {
  change: disableGone,
  event: 'webhook_endpoint.disabled',
  action: 'disable',
  kind: 'webhook_disabled',
  subject: (host) => `The webhook to ${host} was disabled`,
  lines: ['Its receiver responded with 410 (Gone): it no longer exists.', enableAgain],
};

const disabledNotice: HealthNotice = {
  ...goneNotice,
  change: disableFailing,
  lines: ['All deliveries to it had failed for five days.', enableAgain],
};

const failingNotice: HealthNotice = {
  change: markWarningSent,
  event: 'webhook_endpoint.failing',
  action: 'warn',
  kind: 'webhook_failing',
  subject: (host) => `The webhook to ${host} has been failing for two days`,
  lines: ['All deliveries to it have failed for two days. It will be disabled after five days of failures.'],
};

const rejectionNotice = (statuses: string): HealthNotice => ({
  change: markRejectionNotified,
  event: 'webhook_endpoint.refused',
  action: 'notice_refusal',
  kind: 'webhook_refused',
  subject: (host) => `The receiver of the webhook to ${host} rejects deliveries`,
  lines: [
    `It responded with ${statuses}: permanent failures, which are not retried automatically.`,
    'Failed deliveries can be retried, and past events replayed.',
    'You are notified of further permanent failures at most once an hour.',
  ],
});

/**
 * Notifies the admins of permanent and long failures, and disables the endpoint after five days of failures.
 *
 * @returns true if it was disabled
 */
export async function notifyAdmins(
  call: LaneRun<LanePayload>,
  { failing_since, failure_warned_at }: Pick<EndpointConfig, 'failing_since' | 'failure_warned_at'>,
  finished: readonly EndedAttempt[],
): Promise<boolean> {
  const failed = finished.filter((one) => one.status === 'failed').map(({ http }) => http);
  if (failed.length === 0) return false;
  const permanentStatuses = new Set(failed.filter(isPermanent).map((one) => one.response_status));
  if (permanentStatuses.size > 0) await notify(call, rejectionNotice([...permanentStatuses].join(', ')));
  const failsForMs = failing_since ? call.platform.clock.now().getTime() - failing_since.getTime() : 0;
  if (failsForMs < warnAfterMs) return false;
  if (await notify(call, disabledNotice)) return true;
  if (failure_warned_at === null) await notify(call, failingNotice);
  return false;
}

/**
 * Records results. After a 410 the endpoint is disabled in the same transaction, so that a worker that dies has done
 * both or neither.
 *
 * @returns true if the receiver responded with 410
 */
export async function recordResults(
  call: LaneRun<LanePayload>,
  finished: readonly DeliveryResult[],
): Promise<boolean> {
  const isGone = finished.some(({ http }) => http.response_status === 410);
  const isDisabled =
    isGone &&
    (await notify(call, goneNotice, (tx) => tx.executeUnrecorded(resultStatement(call.payload, finished))));
  if (!isDisabled) await insertResults(call.platform, call.payload, finished);
  return isGone;
}

/** Writes the change and queues the mails in one transaction. Returns false if nothing changed. */
async function notify(
  { platform, payload, origin, emits, note }: LaneRun<LanePayload>,
  notice: HealthNotice,
  alongside: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<boolean> {
  const caller = systemCaller(platform, payload.org_id, origin, emits);
  const notified = await writeInTransaction(caller, async (tx) => {
    const { event, action, kind } = notice;
    const [endpoint] = await tx.write(notice.change(caller, payload.webhook_id), { event, action });
    if (!endpoint) return null;
    await alongside(tx);
    const admins = await findAdmins(tx, caller);
    for (const { user_id, email } of admins) {
      await queueMail(tx, caller, { user_id, to: email, kind, ...textOf(notice, endpoint, caller) });
    }
    return admins.length;
  });
  if (notified !== null) void note(`${notice.event}: ${notified} admins notified`);
  return notified !== null;
}

function textOf(
  { subject, lines }: HealthNotice,
  { id, url, failing_since }: HealthNoticeEndpoint,
  { platform }: ReturnType<typeof systemCaller>,
) {
  const { host, origin, pathname } = new URL(url);
  const since = failing_since
    ? [`It has been failing since ${failing_since.toISOString().slice(0, 16)} UTC.`]
    : [];
  return {
    subject: subject(host),
    // The URL without its query, which may contain a token of the receiver.
    text: [
      `${origin}${pathname}`,
      ...lines,
      ...since,
      '',
      `${platform.config.PUBLIC_URL}/api/webhooks/${id}`,
    ].join('\n'),
  };
}
