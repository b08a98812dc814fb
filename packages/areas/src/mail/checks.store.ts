import { isNotSuspended } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const maxRows = raw(String(maxViolations + 1));

export const mailCheck: Check = sqlCheck(
  {
    name: 'mail-not-stuck',
    scope: 'organization',
    invariant: 'No mail has been due, or has had an expired lease, for an hour.',
    repair:
      'Check that a worker with the lane `mail` is running. Its log and the queue dashboard show its activity.',
  },
  ({ org_id }) => sql`
    select format('mail %s is %s since %s', m.id, m.status, coalesce(m.lease_until, m.due_at)) as message
    from mails m where m.org_id = ${org_id} and m.status in ('waiting', 'sending')
      and coalesce(m.lease_until, m.due_at) < now() - interval '1 hour' and ${isNotSuspended(sql`m.org_id`)}
    order by m.id limit ${maxRows}`,
);
