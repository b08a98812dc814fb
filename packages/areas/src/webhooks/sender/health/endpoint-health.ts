import type { LaneRun } from '@wfp/shared';
import type { NoticeEndpoint } from '../../notices/endpoint-notice.store.ts';
import { type EndpointNotice, notify } from '../../notices/endpoint-notice.ts';
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

const failingSince = ({ failing_since }: NoticeEndpoint) =>
  failing_since ? [`It has been failing since ${failing_since.toISOString().slice(0, 16)} UTC.`] : [];

const enableAgain = 'Enable it again once the receiver is fixed; events that it missed can be replayed.';

const goneNotice: EndpointNotice = {
  change: disableGone,
  event: 'webhook_endpoint.disabled',
  action: 'disable',
  kind: 'webhook_disabled',
  notification: 'webhook_failures',
  subject: (host) => `The webhook to ${host} was disabled`,
  lines: (endpoint) => [
    'Its receiver responded with 410 (Gone): it no longer exists.',
    enableAgain,
    ...failingSince(endpoint),
  ],
};

const disabledNotice: EndpointNotice = {
  ...goneNotice,
  change: disableFailing,
  lines: (endpoint) => [
    'All deliveries to it had failed for five days.',
    enableAgain,
    ...failingSince(endpoint),
  ],
};

const failingNotice: EndpointNotice = {
  change: markWarningSent,
  event: 'webhook_endpoint.failing',
  action: 'warn',
  kind: 'webhook_failing',
  notification: 'webhook_failures',
  subject: (host) => `The webhook to ${host} has been failing for two days`,
  lines: (endpoint) => [
    'All deliveries to it have failed for two days. It will be disabled after five days of failures.',
    ...failingSince(endpoint),
  ],
};

const rejectionNotice = (statuses: string): EndpointNotice => ({
  change: markRejectionNotified,
  event: 'webhook_endpoint.refused',
  action: 'notice_refusal',
  kind: 'webhook_refused',
  notification: 'webhook_failures',
  subject: (host) => `The receiver of the webhook to ${host} rejects deliveries`,
  lines: (endpoint) => [
    `It responded with ${statuses}: permanent failures, which are not retried automatically.`,
    'Failed deliveries can be retried, and past events replayed.',
    'You are notified of further permanent failures at most once an hour.',
    ...failingSince(endpoint),
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
