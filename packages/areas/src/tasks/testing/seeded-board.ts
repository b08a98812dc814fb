import { Prisma } from '@wfp/shared/db';
import { defaultSpacing } from '../board/board.runs.ts';

const { sql, raw } = Prisma;

/** Creates columns for tasks inserted with any slots: full runs, in their order. */
export function seedColumns(org_id: number): Prisma.Sql {
  const [limit, gap] = [raw(`${defaultSpacing.limit}`), raw(`${defaultSpacing.gap}`)];
  // By ctid: without statistics of the new tasks, PostgreSQL would join by id in quadratic time.
  const runs = sql`generate_series(0, (c.length - 1) / ${limit}) n`;
  return sql`with places as (
      select t.ctid as place, t.status, (row_number() over (partition by t.status order by t.slot))::int - 1 as position
      from tasks t where t.org_id = ${org_id}::int and t.slot is not null
    ), moved as (
      update tasks t set slot = p.position + p.position / ${limit} * ${gap}
      from places p where t.ctid = p.place
    )
    insert into task_columns (org_id, status, length, run_slots, run_bases)
    select ${org_id}::int, c.status, c.length,
      array(select n * (${limit} + ${gap}) from ${runs}), array(select n * ${gap} from ${runs})
    from (select p.status, count(*)::int as length from places p group by p.status) c
    on conflict (org_id, status)
    do update set length = excluded.length, run_slots = excluded.run_slots, run_bases = excluded.run_bases`;
}
