import { defineArea, lane } from '@wfp/shared';
import { z } from 'zod';
import { expiredResponses } from './expired.store.ts';
import { deleteExpired, hasExpiredRows } from './lane.store.ts';
import { monthsCheck } from './months.check.ts';
import { measurePartitions } from './partition-metrics.ts';
import { Partitions } from './partitions.ts';

const partitions = new Partitions();

/**
 * Drops rows that are no facts and whose time is over (kept answers, used tokens, mail that went out), makes the
 * partitions of the months to come, and drops those of deliveries that are over for long.
 */
export const upkeep = defineArea({
  name: 'upkeep',
  expired: expiredResponses,
  measure: measurePartitions,
  checks: [monthsCheck],
  jobs: [
    lane({
      queue: 'upkeep',
      role: 'schedules',
      payload: z.object({}),
      key: () => 'all',
      concurrency: 1,
      due: async (platform) => {
        const isDue = (await partitions.isDue(platform)) || (await hasExpiredRows(platform));
        return isDue ? [{}] : [];
      },
      run: async ({ platform, note }) => {
        const changed = await partitions.maintain(platform);
        if (changed > 0) await note(`made or dropped ${changed} partitions`);
        const { dropped, is_more } = await deleteExpired(platform);
        await note(`dropped ${dropped} rows`);
        return is_more ? platform.clock.now() : null;
      },
    }),
  ],
});
