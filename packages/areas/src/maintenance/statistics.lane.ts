import { type Job, lane, type Platform } from '@wfp/shared';
import { z } from 'zod';
import { countIndexedWrites, mergePendingEntries } from './pending-entries.lane.store.ts';
import { analyzeTable, findGrownTables } from './statistics.lane.store.ts';

const intervalMs = 1_000;

/**
 * Writes after which pending entries of GIN indexes are merged: few enough that searches, which read all pending entries,
 * need less than a millisecond for them, and enough that their merge is cheap.
 */
const maxPendingWrites = 500;
/** The writes at the last merge, by platform. A worker that does not know them merges once more. */
const mergedAt = new WeakMap<Platform, number>();

async function hasPendingEntries(platform: Platform): Promise<boolean> {
  const writes = await countIndexedWrites(platform);
  return Math.abs(writes - (mergedAt.get(platform) ?? 0)) >= maxPendingWrites;
}

/**
 * Analyzes tables whose statistics are outdated and merges pending entries of GIN indexes, and checks again after a second
 * until there are none.
 */
export const statisticsLane: Job = lane({
  queue: 'statistics',
  role: 'schedules',
  payload: z.object({}),
  key: () => 'all',
  concurrency: 1,
  due: async (platform) =>
    (await findGrownTables(platform)).length > 0 || (await hasPendingEntries(platform)) ? [{}] : [],
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
    const isMerging = await hasPendingEntries(platform);
    if (isMerging) {
      mergedAt.set(platform, await countIndexedWrites(platform));
      await note(`Merged ${await mergePendingEntries(platform)} pages of index entries`);
    }
    return tables.length > 0 || isMerging ? new Date(platform.clock.now().getTime() + intervalMs) : null;
  },
});
