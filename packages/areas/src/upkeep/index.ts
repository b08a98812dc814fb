import { defineArea, lane } from '@wfp/shared';
import { z } from 'zod';
import { anythingToDrop, dropExpired } from './lane.store.ts';
import { Partitions } from './partitions.ts';

const partitions = new Partitions();

/**
 * Drops rows that are no facts and whose time is over (kept answers, used tokens, mail that went out), and makes
 * the partitions of the months to come.
 */
export const upkeep = defineArea({
  name: 'upkeep',
  jobs: [
    lane({
      queue: 'upkeep',
      payload: z.object({}),
      key: () => 'all',
      concurrency: 1,
      due: async (platform) => {
        const isDue = (await partitions.isAnythingDue(platform)) || (await anythingToDrop(platform));
        return isDue ? [{}] : [];
      },
      run: async ({ platform, note }) => {
        const made = await partitions.keep(platform);
        if (made > 0) await note(`made ${made} partitions`);
        const { dropped, is_more } = await dropExpired(platform);
        await note(`dropped ${dropped} rows`);
        return is_more ? platform.clock.now() : null;
      },
    }),
  ],
});
