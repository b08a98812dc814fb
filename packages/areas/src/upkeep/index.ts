import { defineArea, lane } from '@wfp/shared';
import { z } from 'zod';
import { anythingToDrop, dropExpired } from './lane.store.ts';

/** Drops rows that are no facts and whose time is over: kept answers, used tokens, mail that went out. */
export const upkeep = defineArea({
  name: 'upkeep',
  jobs: [
    lane({
      queue: 'upkeep',
      payload: z.object({}),
      key: () => 'all',
      concurrency: 1,
      due: async (platform) => ((await anythingToDrop(platform)) ? [{}] : []),
      run: async ({ platform, note }) => {
        const dropped = await dropExpired(platform);
        await note(`dropped ${dropped} rows`);
        return null;
      },
    }),
  ],
});
