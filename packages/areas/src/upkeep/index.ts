import { defineArea, lane } from '@wfp/shared';
import { z } from 'zod';
import { expiredAnswers } from './expired.store.ts';
import { anythingToDrop, dropExpired } from './lane.store.ts';
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
  expired: expiredAnswers,
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
        const isDue = (await partitions.isAnythingDue(platform)) || (await anythingToDrop(platform));
        return isDue ? [{}] : [];
      },
      run: async ({ platform, note }) => {
        const changed = await partitions.keep(platform);
        if (changed > 0) await note(`made or dropped ${changed} partitions`);
        const { dropped, is_more } = await dropExpired(platform);
        await note(`dropped ${dropped} rows`);
        return is_more ? platform.clock.now() : null;
      },
    }),
  ],
});
