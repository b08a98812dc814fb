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

const repair =
  'Request a full count: insert into initiative_recounts (org_id, initiative_id) values (…) on conflict (org_id, initiative_id) do update set is_full = true. A worker does it within seconds.';

/** Condition: no unprocessed event of the organization can change counts, and no recount of initiative `i` is pending. */
const isSettled = (org_id: number) => sql`not exists (select from outbox o where o.org_id = ${org_id})
      and not exists (select from relay_failures f where f.org_id = ${org_id} and f.projection = 'initiative-recounts')
      and not exists (select from initiative_recounts r where r.org_id = ${org_id} and r.initiative_id = i.id)`;

export const countsCheck: Check = sqlCheck(
  {
    name: 'initiative-counts',
    scope: 'organization',
    invariant: 'The counts of an initiative match its tasks, unless a recount is pending.',
    repair,
  },
  ({ org_id }) => sql`
    select f.message from initiatives i
    cross join lateral (
      select format('initiative %s counts %s tasks of effort %s, %s of them done; it has %s, %s of them done',
        i.id, sum(n.tasks), n.effort, sum(n.done), sum(n.has_tasks), sum(n.has_done)) as message
      from (
        select c.effort, c.tasks, c.done, 0 as has_tasks, 0 as has_done from initiative_task_counts c
        where c.org_id = i.org_id and c.initiative_id = i.id
        union all
        select t.effort, 0, 0, count(*), count(*) filter (where t.status = 'done')
        ${initiativeTasks('i')} and t.status <> 'cancelled' group by t.effort) n
      group by n.effort having sum(n.tasks) <> sum(n.has_tasks) or sum(n.done) <> sum(n.has_done)
      union all
      select format('initiative %s counts task %s as %s, its state is %s', i.id, coalesce(l.task_id, t.id),
        coalesce(case when l.is_done then 'done, ' else '' end || l.effort, 'not counted'),
        coalesce(case when t.is_done then 'done, ' else '' end || t.effort, 'not counted'))
      from (select l.task_id, l.effort, l.is_done from initiative_tasks l
        where l.org_id = i.org_id and l.initiative_id = i.id and l.effort is not null) l
      full join (select t.id, t.effort, t.status = 'done' as is_done
        ${initiativeTasks('i')} and t.status <> 'cancelled') t on t.id = l.task_id
      where (l.effort, l.is_done) is distinct from (t.effort, t.is_done)) f
    where i.org_id = ${org_id} and ${isSettled(org_id)}
    order by i.id limit ${maxRows}`,
);

export const progressCheck: Check = sqlCheck(
  {
    name: 'initiative-progress',
    scope: 'organization',
    invariant: 'The progress of an initiative matches its tasks, unless a recount is pending.',
    repair,
  },
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
      and ${isSettled(org_id)}
    order by i.id limit ${maxRows}`,
);
