import { type Job, type OrganizationRun, organizationLane } from '@wfp/shared';
import {
  findPendingMailings,
  insertNextMails,
  mailingBacklog,
  type PendingMailing,
  pageSize,
} from './mailing.lane.store.ts';

/** Inserts the mails of published announcements, a page of the audience at a time, while few of them wait. */
export const mailingLane: Job = organizationLane({
  queue: 'announcement-mailings',
  role: 'schedules',
  concurrency: 2,
  isShared: true,
  backlog: mailingBacklog,
  run: async (call) => {
    const { platform, org_id, signal, log } = call;
    let hasMore = false;
    for (const one of await findPendingMailings(platform, org_id)) {
      if (signal.aborted) return 'more';
      // A mailing that fails is left to the sweeper, and does not block the others.
      const isContinued = await insertPage(call, one).catch((error: unknown) => {
        log.error({ err: error, announcement_id: one.announcement_id }, 'Could not insert the mails');
        return false;
      });
      hasMore ||= isContinued;
    }
    return hasMore ? 'more' : 'done';
  },
});

/** Returns true if there are further users, and the page may have left room for more mails. */
async function insertPage(
  { platform, org_id, note }: OrganizationRun,
  one: PendingMailing,
): Promise<boolean> {
  const page = await insertNextMails(platform, org_id, one);
  if (!page) return false;
  await note(`announcement ${one.announcement_id}: ${page.mails} mails`);
  return page.has_more && page.mails < pageSize;
}
