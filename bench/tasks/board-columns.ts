import type { Installation } from '../processes/installation.ts';

/** Creates the columns of inserted tasks in full runs, as creates leave them. */
export async function beginColumns(
  database: Installation['database'],
  orgs: readonly number[],
): Promise<void> {
  await database.query(
    `with places as (
       select org_id, id, status, (row_number() over (partition by org_id, status order by slot))::int - 1 as position
       from tasks t where org_id = any($1::int[]) and slot is not null
         and not exists (select from task_columns k where k.org_id = t.org_id and k.status = t.status)
     ), moved as (
       update tasks t set slot = p.position + p.position / 256 * 16384
       from places p where t.org_id = p.org_id and t.id = p.id and t.slot <> p.position + p.position / 256 * 16384
     )
     insert into task_columns (org_id, status, length, run_slots, run_bases)
     select org_id, status, length,
       array(select n * (256 + 16384) from generate_series(0, (length - 1) / 256) n),
       array(select n * 16384 from generate_series(0, (length - 1) / 256) n)
     from (select org_id, status, count(*)::int as length from places group by org_id, status) c`,
    [orgs],
  );
}
