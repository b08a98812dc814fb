import { cached, type Platform } from '@wfp/shared';
import { attemptHistogram } from '../sender/attempt/attempt-metrics.ts';
import { readDeliveryBacklog } from './backlog.lane.store.ts';

const freshMs = 5_000;

export function measureWebhooks(platform: Platform): void {
  const { metrics } = platform;
  const backlog = cached(freshMs, () => readDeliveryBacklog(platform));
  attemptHistogram(platform);
  metrics.gauge({
    name: 'wfp_webhook_deliveries_due',
    help: 'Deliveries of the whole installation that are due and not in flight, counted up to 100,000.',
    read: async () => (await backlog()).due,
  });
  metrics.gauge({
    name: 'wfp_webhook_oldest_due_seconds',
    help: 'Seconds since the oldest due delivery of the whole installation became due; 0 if none is due.',
    read: async () => (await backlog()).oldest_seconds,
  });
  metrics.gauge({
    name: 'wfp_webhook_endpoints_failing',
    help: 'Active endpoints of the whole installation with a failure and no success since.',
    read: async () => (await backlog()).failing,
  });
}
