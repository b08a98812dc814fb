import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { initiativeTasks } from '../../tasks/index.ts';
import { effortPoints } from './progress.policy.ts';

const { sql, join } = Prisma;

const points = sql`case t.effort ${join(
  Object.entries(effortPoints).map(
    ([effort, weight]) => sql`when ${effort}::task_effort then ${weight}::int`,
  ),
  ' ',
)} end`;
const maxRows = Prisma.raw(String(maxViolations + 1));

export const progressCheck: Check = sqlCheck(
  {
    name: 'initiative-progress',
    scope: 'organization',
    invariant: 'The progress of an initiative matches its tasks, unless a recount is pending.',
    repair:
      'Request a recount: insert into initiative_recounts (org_id, initiative_id). A worker does it within seconds.',
  },
  // Events in the outbox may still cause a recount.
  ({ org_id }) => sql`
    select format('initiative %s has progress %s, its tasks result in %s', i.id, i.progress, w.progress) as message
    from initiatives i
    cross join lateral (
      select count(*) filter (where t.status <> 'cancelled') as scope, count(*) filter (where t.status = 'done') as done,
        coalesce(sum(${points}) filter (where t.status <> 'cancelled'), 0) as scope_points,
        coalesce(sum(${points}) filter (where t.status = 'done'), 0) as done_points
      ${initiativeTasks('i')}) c
    cross join lateral (select case
      when c.scope = 0 then 0
      when i.progress_mode = 'tasks' then c.done * 100 / c.scope
      else c.done_points * 100 / c.scope_points end as progress) w
    where i.org_id = ${org_id} and i.deleted_at is null and i.progress_mode <> 'manual' and i.progress <> w.progress
      and not exists (select from outbox o where o.org_id = ${org_id})
      and not exists (select from relay_failures f where f.org_id = ${org_id} and f.projection = 'initiative-recounts')
      and not exists (select from initiative_recounts r where r.org_id = ${org_id} and r.initiative_id = i.id)
    order by i.id limit ${maxRows}`,
);
