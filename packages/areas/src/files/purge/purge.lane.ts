import { type Job, organizationLane } from '@wfp/shared';
import { folderOf } from '../files.service.ts';
import { storageOf } from '../storage/storage-of.ts';
import { claimForPurge, filePurgeBacklog, markFilePurged } from './lane.store.ts';

const mostAtOnce = 100;

/**
 * Deletes the bytes of files that are gone or never came, also those of attempts that a crash cut off. The
 * row says so after them, so that none is forgotten.
 */
export const purgeFiles: Job = organizationLane({
  queue: 'files',
  role: 'schedules',
  concurrency: 1,
  backlog: filePurgeBacklog,
  run: async ({ platform, org_id, note, signal }) => {
    const storage = storageOf(platform);
    const ids = await claimForPurge(platform, org_id, mostAtOnce);
    for (const id of ids) {
      if (signal.aborted) break;
      await storage.deleteUnder(folderOf(org_id, id));
      await markFilePurged(platform, org_id, id);
    }
    await note(`${ids.length} files`);
    return ids.length === mostAtOnce ? 'more' : 'done';
  },
});
