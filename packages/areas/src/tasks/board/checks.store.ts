import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { joinColumn } from './board.slots.store.ts';

const { sql } = Prisma;

const maxRows = Prisma.raw(String(maxViolations + 1));

export const boardCheck: Check = sqlCheck(
  {
    name: 'board-slots',
    scope: 'organization',
    invariant:
      'The positions of a column’s tasks are 0, 1, 2 … without gaps, up to its length; its runs are in order; deleted tasks have no slot.',
    repair:
      'The order of the column is wrong from the reported position on. Move one of its tasks away and back, or rebuild its slots and task_columns.',
  },
  ({ org_id }) => sql`
    (select format('task %s of column %s has position %s instead of %s', p.id, p.status, coalesce(p.position::text, 'none'), p.expected) as message
      from (select r.*, r.begins + row_number() over (partition by r.status, r.run order by r.slot) - 1 as position,
              row_number() over (partition by r.status order by r.slot) - 1 as expected
            from (select t.id, t.status, t.slot, w.run, coalesce(k.run_positions[w.run] + k.position_offset, 0) as begins
                  from tasks t left ${joinColumn('t')} left join lateral (select width_bucket(t.slot, k.run_starts) as run) w on true
                  where t.org_id = ${org_id} and t.slot is not null and (k.low_slot is null or t.slot >= k.low_slot and t.slot < k.high_slot)) r) p
      where p.position is distinct from p.expected order by p.status, p.slot limit ${maxRows})
    union all
    (select format('task %s of column %s has slot %s, not one from %s to %s', t.id, t.status, t.slot, k.low_slot, k.high_slot - 1)
      from tasks t ${joinColumn('t')} where t.org_id = ${org_id} and (t.slot < k.low_slot or t.slot >= k.high_slot) limit ${maxRows})
    union all
    (select format('column %s begins a run at slot %s and position %s, after one at slot %s and position %s', k.status, r.start, r.position, r.start_before, r.position_before)
      from task_columns k cross join lateral (
        select u.start, u.position + k.position_offset as position, lag(u.start, 1, k.low_slot) over (order by u.n) as start_before,
          lag(u.position + k.position_offset, 1, 0) over (order by u.n) as position_before
        from unnest(k.run_starts, k.run_positions) with ordinality u(start, position, n)) r
      where k.org_id = ${org_id} and (r.start is null or r.position is null or r.start < r.start_before
        or r.start > k.high_slot or r.position < r.position_before or r.position > k.length) limit ${maxRows})
    union all
    (select format('column %s has %s tasks and length %s', coalesce(c.status, k.status), coalesce(c.count, 0), coalesce(k.length::text, 'none'))
      from (select t.status, count(*) as count from tasks t where t.org_id = ${org_id} and t.deleted_at is null group by t.status) c
      full join (select k.status, k.length from task_columns k where k.org_id = ${org_id}) k on k.status = c.status
      where coalesce(c.count, 0) <> coalesce(k.length, -1) limit ${maxRows})
    union all
    (select format('task %s is %s', t.id, case when t.slot is null then 'live and has no slot' else 'deleted and has a slot' end)
      from tasks t where t.org_id = ${org_id} and (t.slot is null) <> (t.deleted_at is not null) limit ${maxRows})`,
);
