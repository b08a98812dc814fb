import { type Job, organizationLane } from '@wfp/shared';
import { storageFolder } from '../files.service.ts';
import { getStorage } from '../storage/get-storage.ts';
import { claimForPurge, filePurgeBacklog, markFilePurged } from './lane.store.ts';

const batchSize = 100;

/**
 * Purges the content of deleted files, and objects that failed uploads left for files that have no content. The row is
 * marked afterwards, so that a failed purge is repeated.
 */
export const filePurgeLane: Job = organizationLane({
  queue: 'files',
  role: 'schedules',
  concurrency: 1,
  isShared: true,
  backlog: filePurgeBacklog,
  runsWhileSuspended: true,
  run: async ({ platform, org_id, note, signal }) => {
    const storage = getStorage(platform);
    const ids = await claimForPurge(platform, org_id, batchSize);
    for (const id of ids) {
      if (signal.aborted) break;
      await storage.deleteUnder(storageFolder(org_id, id));
      await markFilePurged(platform, org_id, id);
    }
    await note(`${ids.length} files due for purging`);
    return ids.length === batchSize ? 'more' : 'done';
  },
});
