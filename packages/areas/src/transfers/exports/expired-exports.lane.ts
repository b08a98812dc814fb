import { type Job, organizationLane } from '@wfp/shared';
import { getStorage } from '../../files/index.ts';
import { expiredExportBacklog, expiredExportQueue, findExpiredExports, markExpired } from '../lane.store.ts';

/** The storage may refuse to delete a file, or not respond: then other files wait for at most this time and a deletion. */
const maxRunMs = 30_000;

/** Deletes the files of expired and deleted exports. Apart from assembly, which must not wait for a storage that deletes nothing. */
export const expiredExportLane: Job = organizationLane({
  queue: expiredExportQueue,
  role: 'schedules',
  concurrency: 1,
  isShared: true,
  backlog: expiredExportBacklog,
  runsWhileSuspended: true,
  run: async ({ platform, org_id, note, signal }) => {
    const storage = getStorage(platform);
    const expired = await findExpiredExports(platform, org_id);
    const end = performance.now() + maxRunMs;
    const errors: unknown[] = [];
    for (const { id, storage_key } of expired) {
      if (signal.aborted || performance.now() >= end) break;
      await storage
        .delete(storage_key)
        .then(() => markExpired(platform, org_id, id))
        .catch((error: unknown) => errors.push(error));
    }
    await note(`${expired.length} expired exports, ${errors.length} not deleted`);
    if (errors.length > 0) throw errors[0];
    // A run reads a batch of them.
    return expired.length > 0 ? 'more' : 'done';
  },
});
