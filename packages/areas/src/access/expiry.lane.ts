import { type Job, lane, systemCaller } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { write } from '@wfp/shared/db';
import { z } from 'zod';
import { archiveOverdue } from './grants.store.ts';
import { nextEnd, withOverdueGrants } from './lane.store.ts';

const Payload = z.object({ org_id: Id });

/**
 * Puts grants away whose time has passed, each with its event. Nobody waits for it: a grant gives nothing from
 * the moment it ends.
 */
export const grantExpiryLane: Job = lane<z.output<typeof Payload>>({
  queue: 'grant-expiry',
  role: 'schedules',
  payload: Payload,
  key: ({ org_id }) => `grant-expiry-org-${org_id}`,
  concurrency: 2,
  emits: ['grant.expired'],
  due: withOverdueGrants,
  run: async ({ platform, payload: { org_id }, origin, emits, note }) => {
    const caller = systemCaller(platform, org_id, origin, emits);
    const ended = await write(caller, archiveOverdue(caller, {}), {
      event: 'grant.expired',
      action: 'expire',
    });
    await note(`${ended.length} grants have ended`);
    return nextEnd(platform, org_id);
  },
});
