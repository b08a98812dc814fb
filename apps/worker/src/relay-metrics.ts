import { type Platform, type Relay, readRelayBacklog } from '@wfp/shared';
import type { RelayLagMonitor } from './relay-lag-monitor.ts';

/** Has a worker tell how far the relays are behind, in the whole installation, and what its own one does. */
export function measureRelay(
  platform: Platform,
  relay: Pick<Relay, 'status'>,
  watch: Pick<RelayLagMonitor, 'read'>,
): void {
  const { metrics } = platform;
  metrics.gauge({
    name: 'wfp_relay_lag_seconds',
    help: 'Age of the oldest committed event without a number, in the whole installation; 0 when there is none.',
    read: async () => (await watch.read()).oldest_ms / 1_000,
  });
  metrics.gauge({
    name: 'wfp_relay_backlog_events',
    help: 'Committed events without a number, by shard of organizations, in the whole installation. 100,000 are counted at most.',
    label: 'shard',
    read: async () =>
      new Map([...(await readRelayBacklog(platform))].map(([shard, n]) => [String(shard), n])),
  });
  metrics.gauge({
    name: 'wfp_relay_failures_waiting',
    help: 'Events that a projection could not take and gets again, in the whole installation.',
    read: async () => (await watch.read()).failures,
  });
  metrics.gauge({
    name: 'wfp_relay_shards_led',
    help: 'Shards of organizations that the relay of this worker leads.',
    read: () => relay.status.leads,
  });
  metrics.scrapedCounter({
    name: 'wfp_relay_events_numbered_total',
    help: 'Events that the relay of this worker has given their number.',
    read: () => relay.status.numbered,
  });
  metrics.scrapedCounter({
    name: 'wfp_relay_projection_failures_total',
    help: 'Times that a projection could not take an event from the relay of this worker.',
    read: () => relay.status.failures,
  });
}
