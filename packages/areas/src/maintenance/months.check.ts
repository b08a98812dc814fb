import type { Check } from '@wfp/shared/db';
import { readPartitionsState } from './lane.store.ts';

export const monthsCheck: Check = {
  name: 'months-ahead',
  scope: 'installation',
  invariant:
    'Events, audit log and deliveries have partitions for at least the next month, and no row is outside of its month.',
  repair:
    'Workers create the coming months. To create them now: select extend_partitions(). See docs/retention.md.',
  find: async ({ platform }) => {
    const { is_late, has_strays, covered_until } = await readPartitionsState(platform);
    return [
      ...(is_late ? [`partitions end on ${covered_until.toISOString().slice(0, 10)}`] : []),
      ...(has_strays ? ['rows are outside of all monthly partitions'] : []),
    ];
  },
};
