import { type Caller, type Job, organizationLane } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { deleteOrganizationFiles } from '../../files/index.ts';
import { markClosed } from '../organizations.store.ts';
import { isClosedForGood, markPurged, purgeBacklog, purgeBatch, readPurgePlan } from './lane.store.ts';

/**
 * Purges an organization 30 days after it began to close: ends all access, deletes its rows in batches, then the
 * bytes of its files, to which no row can be added any more. Retained: events and the audit log, which are
 * append-only, without values about people, and the row of the organization, whose slug is never reused.
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
    const plan = await readPurgePlan(platform);
    for (;;) {
      const gone = await purgeBatch(platform, plan, org_id);
      if (gone === 0) break;
      await note(`${gone} rows deleted`);
      if (signal.aborted) return 'done';
    }
    await deleteOrganizationFiles(platform, org_id);
    await markPurged(platform, org_id);
    return 'done';
  },
});

async function close(caller: Caller): Promise<void> {
  await write(caller, markClosed(caller), { event: 'organization.closed', action: 'close_for_good' });
}
