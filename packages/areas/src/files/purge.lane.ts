import { type Job, lane } from '@wfp/shared';
import { z } from 'zod';
import { dueForPurge, filesToPurge, markFilePurged } from './lane.store.ts';
import { storageOf } from './storage/storage-of.ts';

const Payload = z.object({ org_id: z.int() });

/** Deletes the bytes of files that are gone. The row says so after them, so that none is forgotten. */
export const purgeFiles: Job = lane<z.output<typeof Payload>>({
  queue: 'files',
  payload: Payload,
  key: ({ org_id }) => `org-${org_id}`,
  concurrency: 1,
  due: dueForPurge,
  run: async ({ platform, payload: { org_id }, note, signal }) => {
    const storage = storageOf(platform);
    const files = await filesToPurge(platform, org_id);
    for (const { id, storage_key } of files) {
      if (signal.aborted) break;
      await storage.delete(storage_key);
      await markFilePurged(platform, org_id, id);
    }
    await note(`${files.length} files`);
    return null;
  },
});
