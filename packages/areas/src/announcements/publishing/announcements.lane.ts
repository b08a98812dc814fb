import { type Caller, type Job, organizationLane } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { startMailings } from '../mailing/mailing.store.ts';
import { announcementBacklog, changeDue, lockDue } from './lane.store.ts';

const batchSize = 50;

/** Publishes scheduled announcements at their time, and ends those that expire. */
export const announcementLane: Job = organizationLane({
  queue: 'announcements',
  role: 'schedules',
  concurrency: 2,
  emits: ['announcement.published', 'announcement.expired'],
  backlog: announcementBacklog,
  run: async ({ caller, note, signal }) => {
    while (!signal.aborted) {
      const { published, expired } = await writeInTransaction(caller, (tx) => changeNext(tx, caller));
      if (published + expired > 0) await note(`${published} published, ${expired} expired`);
      if (Math.max(published, expired) < batchSize) return 'done';
    }
    return 'more';
  },
});

/** An announcement whose time of expiry passed before it was published is published and expires. */
async function changeNext(tx: Transaction, caller: Caller) {
  const toPublish = await lockDue(tx, caller, 'publish', batchSize);
  if (toPublish.length > 0) {
    await tx.write(changeDue(caller, 'publish', toPublish), {
      ...{ event: 'announcement.published', action: 'publish' },
    });
    await startMailings(tx, caller, toPublish);
  }
  const toExpire = await lockDue(tx, caller, 'expire', batchSize);
  if (toExpire.length > 0)
    await tx.write(changeDue(caller, 'expire', toExpire), {
      event: 'announcement.expired',
      action: 'expire',
    });
  return { published: toPublish.length, expired: toExpire.length };
}
