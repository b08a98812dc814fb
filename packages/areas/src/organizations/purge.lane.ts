import { type Caller, type Job, organizationLane } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { deleteBytesOf } from '../files/index.ts';
import { isClosedForGood, markPurged, purgeBacklog, purgeSome } from './lane.store.ts';
import { markClosed } from './organizations.store.ts';

/**
 * Ends an organization 30 days after it began to close: first nobody can sign in any more, then its rows go,
 * a few thousand at a time, then the bytes of its files: no row is left by which more could come. Events and audit log are append-only for the service, so they stay, without the
 * values about people; so does the row of the organization, whose slug is never given away again.
 */
export const purgeLane: Job = organizationLane({
  queue: 'purge',
  role: 'schedules',
  concurrency: 1,
  emits: ['organization.closed'],
  backlog: purgeBacklog,
  run: async ({ platform, org_id, caller, note, signal }) => {
    await close(caller);
    if (!(await isClosedForGood(platform, org_id))) return 'done';
    for (;;) {
      const gone = await purgeSome(platform, org_id);
      if (gone === 0) break;
      await note(`${gone} rows deleted`);
      if (signal.aborted) return 'done';
    }
    await deleteBytesOf(platform, org_id);
    await markPurged(platform, org_id);
    return 'done';
  },
});

async function close(caller: Caller): Promise<void> {
  await write(caller, markClosed(caller), { event: 'organization.closed', action: 'close_for_good' });
}
