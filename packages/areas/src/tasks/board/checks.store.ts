import { type Check, maxViolations, Prisma, sqlCheck } from '@wfp/shared/db';
import { joinColumn, positionOf } from './board.slots.store.ts';

const { sql } = Prisma;

const maxRows = Prisma.raw(String(maxViolations + 1));

export const boardCheck: Check = sqlCheck(
  {
    name: 'board-slots',
    scope: 'organization',
    invariant:
      'The positions of a column’s tasks are 0, 1, 2 … without gaps, up to its length; deleted tasks have no slot.',
    repair:
      'The order of the column is wrong from the reported position on. Move one of its tasks away and back, or rebuild its slots and task_columns.',
  },
  ({ org_id }) => sql`
    (select format('task %s of column %s has position %s instead of %s', p.id, p.status, coalesce(p.position::text, 'none'), p.expected) as message
      from (select t.id, t.status, t.slot, ${positionOf('t')} as position,
              row_number() over (partition by t.status order by t.slot) - 1 as expected
            from tasks t left ${joinColumn('t')} where t.org_id = ${org_id} and t.deleted_at is null and t.slot is not null) p
      where p.position is distinct from p.expected order by p.status, p.slot limit ${maxRows})
    union all
    (select format('column %s has %s tasks and length %s', coalesce(c.status, k.status), coalesce(c.count, 0), coalesce(k.length::text, 'none'))
      from (select t.status, count(*) as count from tasks t where t.org_id = ${org_id} and t.deleted_at is null group by t.status) c
      full join (select k.status, k.length from task_columns k where k.org_id = ${org_id}) k on k.status = c.status
      where coalesce(c.count, 0) <> coalesce(k.length, -1) limit ${maxRows})
    union all
    (select format('task %s is %s', t.id, case when t.slot is null then 'live and has no slot' else 'deleted and has a slot' end)
      from tasks t where t.org_id = ${org_id} and (t.slot is null) <> (t.deleted_at is not null) limit ${maxRows})`,
);
