import { cached, type Platform } from '@wfp/shared';
import { attemptHistogram } from '../sender/attempt/attempt-metrics.ts';
import { readDeliveryBacklog } from './backlog.lane.store.ts';

const freshMs = 5_000;

/** Registers a worker's metrics: the backlog of the whole installation and the results of its own attempts. */
export function measureWebhooks(platform: Platform): void {
  const { metrics } = platform;
  const backlog = cached(freshMs, () => readDeliveryBacklog(platform));
  attemptHistogram(platform);
  metrics.gauge({
    name: 'wfp_webhook_deliveries_due',
    help: 'Attempts to deliver that are due and not under way, in the whole installation. 100,000 are counted at most.',
    read: async () => (await backlog()).due,
  });
  metrics.gauge({
    name: 'wfp_webhook_oldest_due_seconds',
    help: 'For how long the attempt that waits longest has been due, in the whole installation; 0 when none is.',
    read: async () => (await backlog()).oldest_seconds,
  });
  metrics.gauge({
    name: 'wfp_webhook_endpoints_failing',
    help: 'Active endpoints whose last attempts have all failed, in the whole installation.',
    read: async () => (await backlog()).failing,
  });
}
