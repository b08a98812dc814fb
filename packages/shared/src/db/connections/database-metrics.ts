import type { Metrics } from '../../metrics/metrics.ts';
import type { SharedConnections } from './keyed/shared-connections.ts';
import type { MeasuredPool } from './measured-pool.ts';

export interface MeasuredConnections {
  pools: Readonly<Record<string, MeasuredPool>>;
  keyed: SharedConnections;
}

/** In seconds. */
const waits = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];

/** Registers metrics of the connection pools. */
export function measureConnections(metrics: Metrics, { pools, keyed }: MeasuredConnections): void {
  const each = (read: (pool: MeasuredPool) => number, ofKeyed: number) =>
    new Map([
      ...Object.entries(pools).map(([name, pool]) => [name, read(pool)] as const),
      ['keyed', ofKeyed],
    ]);
  metrics.gauge({
    name: 'wfp_database_connections_max',
    help: 'Maximum connections of this process, by pool.',
    label: 'pool',
    read: () => each((pool) => pool.options.max, keyed.size),
  });
  metrics.gauge({
    name: 'wfp_database_connections_in_use',
    help: 'Connections that are running a statement or transaction, by pool.',
    label: 'pool',
    read: () => each((pool) => pool.inUseCount, keyed.inUse),
  });
  metrics.gauge({
    name: 'wfp_database_connections_idle',
    help: 'Open idle connections, by pool.',
    label: 'pool',
    read: () => each((pool) => pool.idleCount, keyed.open - keyed.inUse),
  });
  metrics.gauge({
    name: 'wfp_database_waiting',
    help: 'Statements and transactions waiting for a connection, by pool.',
    label: 'pool',
    read: () => each((pool) => pool.shares.waiting, keyed.waiting),
  });
  metrics.gauge({
    name: 'wfp_database_waiting_for_share',
    help: 'Those of wfp_database_waiting whose organization uses its share of the pool.',
    label: 'pool',
    read: () => new Map(Object.entries(pools).map(([name, pool]) => [name, pool.shares.waitingForShare])),
  });
  const acquire = metrics.histogram(
    {
      name: 'wfp_database_acquire_seconds',
      help: 'Time that statements and transactions waited for a connection, by pool.',
      labels: ['pool'],
    },
    waits,
  );
  for (const [name, pool] of Object.entries(pools)) {
    const duration = acquire.labels(name);
    pool.onAcquired = (seconds) => duration.observe(seconds);
  }
}
