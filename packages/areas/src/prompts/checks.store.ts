import { isNotSuspended } from '@wfp/shared';
import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const maxRows = raw(String(maxViolations + 1));

export const promptCheck: Check = sqlCheck(
  {
    name: 'prompts-not-stuck',
    scope: 'organization',
    invariant: 'No prompt run has been due, or has had an expired lease, for more than an hour.',
    repair:
      'Start workers with the roles `prompts` and `prompt-models`, or find the error in their logs and on the queue dashboard.',
  },
  ({ org_id }) => sql`
    select format('prompt run %s is %s since %s', r.id, r.status, coalesce(r.leased_until, r.due_at)) as message
    from prompt_runs r where r.org_id = ${org_id} and r.status in ('pending', 'running')
      and coalesce(r.leased_until, r.due_at) < now() - interval '1 hour' and ${isNotSuspended(sql`r.org_id`)}
    order by r.id limit ${maxRows}`,
);
