import { cached, type Platform } from '@wfp/shared';
import { readPartitionSizes, readPartitionsState } from './lane.store.ts';

const freshMs = 60_000;
const monthSeconds = 30.44 * 24 * 3600;

/** Has a worker tell how large the tables in months are, and for how long there are months. */
export function measurePartitions(platform: Platform): void {
  const { metrics } = platform;
  const sizes = cached(freshMs, () => readPartitionSizes(platform));
  const state = cached(freshMs, () => readPartitionsState(platform));
  metrics.gauge({
    name: 'wfp_partitions_bytes',
    help: 'Bytes on disk of the tables that lie in months, with their indexes.',
    label: 'table',
    read: async () => new Map((await sizes()).map(({ name, bytes }) => [name, bytes])),
  });
  metrics.gauge({
    name: 'wfp_partitions_months_ahead',
    help: 'Months for which there are partitions, from now on. What is written when it is 0 lands in no month.',
    read: async () => ((await state()).covered_until.getTime() - Date.now()) / 1_000 / monthSeconds,
  });
  metrics.gauge({
    name: 'wfp_partitions_strays',
    help: '1 while rows lie before the first month or behind the last.',
    read: async () => Number((await state()).has_strays),
  });
}
