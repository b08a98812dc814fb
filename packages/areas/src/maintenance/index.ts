import { defineArea, lane } from '@wfp/shared';
import { z } from 'zod';
import { expiredResponses } from './expired.store.ts';
import { deleteExpired, hasExpiredRows } from './lane.store.ts';
import { monthsCheck } from './months.check.ts';
import { measurePartitions } from './partition-metrics.ts';
import { Partitions } from './partitions.ts';
import { statisticsLane } from './statistics.lane.ts';

const partitions = new Partitions();

/**
 * Deletes expired rows, such as stored responses, expired tokens and old mails; creates partitions for coming months
 * and drops old partitions of deliveries; keeps the planner's statistics up to date.
 */
export const maintenance = defineArea({
  name: 'maintenance',
  expired: expiredResponses,
  measure: measurePartitions,
  checks: [monthsCheck],
  jobs: [
    statisticsLane,
    lane({
      queue: 'maintenance',
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
        if (changed > 0) await note(`${changed} partitions created or dropped`);
        const { deleted, is_more } = await deleteExpired(platform);
        await note(`${deleted} rows deleted`);
        return is_more ? platform.clock.now() : null;
      },
    }),
  ],
});
