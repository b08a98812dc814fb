import { isNotSuspended } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** The usage is stored by the area of files, which enforces the quotas. */
export const exportUsageCheck: Check = sqlCheck(
  {
    name: 'export-usage',
    scope: 'organization',
    invariant: 'The stored usage of an organization is the sum of the sizes of its stored exports.',
    repair: 'Set `export_bytes` in `file_usage` to the sum in the message.',
  },
  ({ org_id }) => sql`
    select format('stored %s, but the exports have %s', coalesce(u.export_bytes, 0), s.bytes) as message
    from (select coalesce(sum(export_bytes(x)), 0) as bytes from exports x where x.org_id = ${org_id}) s
    left join file_usage u on u.org_id = ${org_id}
    where coalesce(u.export_bytes, 0) <> s.bytes`,
);

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
