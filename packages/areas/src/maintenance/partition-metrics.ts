import { cached, type Platform } from '@wfp/shared';
import { readPartitionSizes, readPartitionsState } from './lane.store.ts';

const freshMs = 60_000;
const monthSeconds = 30.44 * 24 * 3600;

export function measurePartitions(platform: Platform): void {
  const { metrics } = platform;
  const sizes = cached(freshMs, () => readPartitionSizes(platform));
  const state = cached(freshMs, () => readPartitionsState(platform));
  metrics.gauge({
    name: 'wfp_partitions_bytes',
    help: 'Size on disk of the monthly partitioned tables in bytes, including indexes.',
    label: 'table',
    read: async () => new Map((await sizes()).map(({ name, bytes }) => [name, bytes])),
  });
  metrics.gauge({
    name: 'wfp_partitions_months_ahead',
    help: 'Months from now until the last partition ends, such as 3.4. At 0 or below, new rows are outside of all partitions.',
    read: async () => ((await state()).covered_until.getTime() - Date.now()) / 1_000 / monthSeconds,
  });
  metrics.gauge({
    name: 'wfp_partitions_strays',
    help: '1 if rows are outside of all monthly partitions, otherwise 0.',
    read: async () => Number((await state()).has_strays),
  });
}
