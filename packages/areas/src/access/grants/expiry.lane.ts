import { type Job, organizationLane } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { archiveExpiredGrants } from './grants.store.ts';
import { grantExpiryBacklog } from './lane.store.ts';

/**
 * Puts grants away whose time has passed, each with its event. Nobody waits for it: a grant gives nothing from
 * the moment it ends.
 */
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
    await note(`${ended.length} grants have ended`);
    return 'done';
  },
});
