import { type Caller, type Job, organizationLane } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { deleteOrganizationFiles } from '../../files/index.ts';
import { markClosed } from '../organizations.store.ts';
import {
  firstBatchRows,
  isClosedForGood,
  markPurged,
  nextBatchRows,
  purgeBacklog,
  purgeBatch,
  readPurgePlan,
} from './lane.store.ts';

/**
 * Purges an organization 30 days after it started closing: ends all access, deletes its rows in batches and finally,
 * when no file can be added any more, its stored files. Retains events and the audit log without personal data (both
 * are append-only), and the row of the organization, whose slug is never reused.
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
    for (let rows = firstBatchRows; ; ) {
      const start = performance.now();
      const deleted = await purgeBatch(platform, plan, org_id, rows);
      if (deleted === 0) break;
      rows = nextBatchRows(deleted, performance.now() - start);
      await note(`${deleted} rows deleted`);
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
