import { isNotSuspended } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { isOfPublished } from './mail.lane.store.ts';

const { sql, raw } = Prisma;

const maxRows = raw(String(maxViolations + 1));

export const announcementMailCheck: Check = sqlCheck(
  {
    name: 'announcement-mails-not-stuck',
    scope: 'organization',
    invariant: 'No mail of a published announcement has been due, or has had an expired lease, for an hour.',
    repair:
      'Check that workers with the lane `announcement-mails` are running. Their log and the queue dashboard show their activity.',
  },
  ({ org_id }) => sql`
    select format('mail %s of announcement %s is %s since %s', w.id, w.announcement_id, w.status,
        coalesce(w.lease_until, w.due_at)) as message
    from announcement_mails w where w.org_id = ${org_id} and w.status in ('waiting', 'sending')
      and coalesce(w.lease_until, w.due_at) < now() - interval '1 hour' and ${isOfPublished}
      and ${isNotSuspended(sql`w.org_id`)}
    order by w.id limit ${maxRows}`,
);
