import { type Platform, type Relay, readRelayBacklog } from '@wfp/shared';
import type { RelayLagMonitor } from './relay-lag-monitor.ts';

/** Registers metrics of the lag of the installation and of the relay of this worker. */
export function measureRelay(
  platform: Platform,
  relay: Pick<Relay, 'status'>,
  monitor: Pick<RelayLagMonitor, 'read'>,
): void {
  const { metrics } = platform;
  metrics.gauge({
    name: 'wfp_relay_lag_seconds',
    help: 'Age of the oldest unnumbered event of the installation in seconds; 0 if none.',
    read: async () => (await monitor.read()).oldest_ms / 1_000,
  });
  metrics.gauge({
    name: 'wfp_relay_backlog_events',
    help: 'Unnumbered events of the installation by shard of organizations; counts up to 100,000.',
    label: 'shard',
    read: async () =>
      new Map([...(await readRelayBacklog(platform))].map(([shard, n]) => [String(shard), n])),
  });
  metrics.gauge({
    name: 'wfp_relay_failures_waiting',
    help: 'Failures of projections in the installation that wait for a retry, and lost events.',
    read: async () => (await monitor.read()).failures,
  });
  metrics.gauge({
    name: 'wfp_relay_shards_led',
    help: 'Shards of organizations led by the relay of this worker.',
    read: () => relay.status.leads,
  });
  metrics.scrapedCounter({
    name: 'wfp_relay_events_numbered_total',
    help: 'Events numbered by the relay of this worker.',
    read: () => relay.status.numbered,
  });
  metrics.scrapedCounter({
    name: 'wfp_relay_projection_failures_total',
    help: 'Failures of projections in the relay of this worker.',
    read: () => relay.status.failures,
  });
}
