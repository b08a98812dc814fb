import { type Job, organizationLane } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { archiveExpiredGrants } from '../grants.store.ts';
import { grantExpiryBacklog } from './lane.store.ts';

/** Archives expired grants, each with its event. Not time-critical: a grant gives no permission after its ends_at. */
export const grantExpiryLane: Job = organizationLane({
  queue: 'grant-expiry',
  role: 'schedules',
  concurrency: 2,
  emits: ['grant.expired'],
  backlog: grantExpiryBacklog,
  run: async ({ caller, note }) => {
    const ended = await write(caller, archiveExpiredGrants(caller, {}), {
      event: 'grant.expired',
      action: 'expire',
    });
    await note(`${ended.length} grants expired`);
    return 'done';
  },
});
