import { type Job, lane } from '@wfp/shared';
import { z } from 'zod';
import { analyzeTable, findGrownTables } from './statistics.lane.store.ts';

const intervalMs = 1_000;

/** Analyzes tables whose statistics are outdated, and checks again after a second until there are none. */
export const statisticsLane: Job = lane({
  queue: 'statistics',
  role: 'schedules',
  payload: z.object({}),
  key: () => 'all',
  concurrency: 1,
  due: async (platform) => ((await findGrownTables(platform)).length > 0 ? [{}] : []),
  run: async ({ platform, note, signal, log }) => {
    const analyzed: string[] = [];
    const tables = await findGrownTables(platform);
    for (const table of tables) {
      if (signal.aborted) break;
      try {
        await analyzeTable(platform, table);
        analyzed.push(table.name);
      } catch (error) {
        log.info({ err: error, table: table.name }, 'Could not analyze a table; retrying later');
      }
    }
    if (analyzed.length > 0) await note(`Analyzed ${analyzed.join(', ')}`);
    return tables.length > 0 ? new Date(platform.clock.now().getTime() + intervalMs) : null;
  },
});
