import { type Job, lane, type Platform, systemCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { z } from 'zod';
import { dueForPurge, markPurged, purgeSome } from './lane.store.ts';
import { markClosed } from './organizations.store.ts';

const Payload = z.object({ org_id: z.int() });

/**
 * Ends an organization 30 days after it began to close: first nobody can sign in any more, then its rows go,
 * a few thousand at a time. Events and audit log are append-only for the service, so they stay, without the
 * values about people; so does the row of the organization, whose slug is never given away again.
 */
export const purgeLane: Job = lane<z.output<typeof Payload>>({
  queue: 'purge',
  payload: Payload,
  key: ({ org_id }) => `purge-${org_id}`,
  concurrency: 1,
  due: dueForPurge,
  run: async ({ platform, payload, note, signal }) => {
    await close(platform, payload.org_id);
    for (;;) {
      const gone = await purgeSome(platform, payload.org_id);
      if (gone === 0) break;
      await note(`${gone} rows deleted`);
      if (signal.aborted) return null;
    }
    await markPurged(platform, payload.org_id);
    return null;
  },
});

async function close(platform: Platform, org_id: number): Promise<void> {
  const origin = { request_id: `purge-${org_id}`, ip: null, user_agent: null };
  const caller = systemCaller(platform, org_id, origin, ['organization.closed']);
  await write(caller, markClosed(caller), { event: 'organization.closed', action: 'close_for_good' });
}
