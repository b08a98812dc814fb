import { type Caller, type Job, lane, systemCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { z } from 'zod';
import { deleteBytesOf } from '../files/index.ts';
import { dueForPurge, isClosedForGood, markPurged, purgeSome } from './lane.store.ts';
import { markClosed } from './organizations.store.ts';

const Payload = z.object({ org_id: z.int() });

/**
 * Ends an organization 30 days after it began to close: first nobody can sign in any more, then its rows go,
 * a few thousand at a time, then the bytes of its files: no row is left by which more could come. Events and audit log are append-only for the service, so they stay, without the
 * values about people; so does the row of the organization, whose slug is never given away again.
 */
export const purgeLane: Job = lane<z.output<typeof Payload>>({
  queue: 'purge',
  role: 'schedules',
  payload: Payload,
  key: ({ org_id }) => `purge-${org_id}`,
  concurrency: 1,
  emits: ['organization.closed'],
  due: dueForPurge,
  run: async ({ platform, payload, origin, emits, note, signal }) => {
    await close(systemCaller(platform, payload.org_id, origin, emits));
    if (!(await isClosedForGood(platform, payload.org_id))) return null;
    for (;;) {
      const gone = await purgeSome(platform, payload.org_id);
      if (gone === 0) break;
      await note(`${gone} rows deleted`);
      if (signal.aborted) return null;
    }
    await deleteBytesOf(platform, payload.org_id);
    await markPurged(platform, payload.org_id);
    return null;
  },
});

async function close(caller: Caller): Promise<void> {
  await write(caller, markClosed(caller), { event: 'organization.closed', action: 'close_for_good' });
}
