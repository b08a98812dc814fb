import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';

const { sql, raw } = Prisma;

const most = raw(String(maxViolations + 1));

export const promptCheck: Check = sqlCheck(
  {
    name: 'prompts-move',
    scope: 'organization',
    invariant: 'No run of a prompt has been due, or under an expired lease, for an hour.',
    repair:
      'Is a worker running that has the lane `prompts`? Its log and the queue dashboard show what it does.',
  },
  ({ org_id }) => sql`
    select format('prompt run %s is %s since %s', r.id, r.status, coalesce(r.leased_until, r.due_at)) as says
    from prompt_runs r where r.org_id = ${org_id} and r.status in ('pending', 'running')
      and coalesce(r.leased_until, r.due_at) < now() - interval '1 hour'
    order by r.id limit ${most}`,
);
