import { type Job, lane } from '@wfp/shared';
import { z } from 'zod';
import { folderOf } from './files.service.ts';
import { claimForPurge, dueForPurge, markFilePurged } from './lane.store.ts';
import { storageOf } from './storage/storage-of.ts';

const Payload = z.object({ org_id: z.int() });

const mostAtOnce = 100;

/**
 * Deletes the bytes of files that are gone or never came, also those of attempts that a crash cut off. The
 * row says so after them, so that none is forgotten.
 */
export const purgeFiles: Job = lane<z.output<typeof Payload>>({
  queue: 'files',
  role: 'schedules',
  payload: Payload,
  key: ({ org_id }) => `org-${org_id}`,
  concurrency: 1,
  due: dueForPurge,
  run: async ({ platform, payload: { org_id }, note, signal }) => {
    const storage = storageOf(platform);
    const ids = await claimForPurge(platform, org_id, mostAtOnce);
    for (const id of ids) {
      if (signal.aborted) break;
      await storage.deleteUnder(folderOf(org_id, id));
      await markFilePurged(platform, org_id, id);
    }
    await note(`${ids.length} files`);
    return ids.length === mostAtOnce ? platform.clock.now() : null;
  },
});
