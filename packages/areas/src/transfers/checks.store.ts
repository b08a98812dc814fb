import { isNotSuspended } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const maxRows = raw(String(maxViolations + 1));

export const transferCheck: Check = sqlCheck(
  {
    name: 'transfers-not-stuck',
    scope: 'organization',
    invariant: 'No export or import has been due, or has had an expired lease, for more than an hour.',
    repair:
      'Check that a worker with the lanes `exports` and `imports` is running; see its log and the queue dashboard.',
  },
  ({ org_id }) => sql`
    select w.message from (
      select 1 as kind, x.id, format('export %s is %s since %s', x.id, x.status, coalesce(x.lease_until, x.created_at)) as message
        from exports x where x.org_id = ${org_id} and x.status in ('queued', 'running') and x.deleted_at is null
          and coalesce(x.lease_until, x.created_at) < now() - interval '1 hour'
      union all
      select 2, x.id, format('import %s is %s since %s', x.id, x.status, coalesce(x.lease_until, x.created_at))
        from imports x where x.org_id = ${org_id} and x.status in ('queued', 'running')
          and coalesce(x.lease_until, x.created_at) < now() - interval '1 hour'
    ) w where ${isNotSuspended(sql`${org_id}::int`)} order by w.kind, w.id limit ${maxRows}`,
);
