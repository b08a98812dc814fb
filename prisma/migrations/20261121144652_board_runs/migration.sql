-- AlterTable
ALTER TABLE "task_columns" ADD COLUMN     "run_bases" INTEGER[] DEFAULT ARRAY[0]::INTEGER[],
ADD COLUMN     "run_slots" INTEGER[] DEFAULT ARRAY[0]::INTEGER[];

-- ---------------------------------------------------------------- the runs of a column
-- Even for 200,000 tasks the row fits into a page, so that it is neither compressed nor moved to TOAST. Each create
-- and move writes a new version of it, preferably on the same page.
alter table task_columns
  alter column run_slots set not null, alter column run_slots set storage main,
  alter column run_bases set not null, alter column run_bases set storage main;
alter table task_columns set (toast_tuple_target = 8160, fillfactor = 50);

-- ---------------------------------------------------------------- existing columns
-- A column was one run until now. A long one is split into runs of 256, each 16,384 slots away from the next.
update tasks t set slot = p.position + p.position / 256 * 16384
from task_columns k cross join lateral (
  select o.id, o.slot - k.first_slot as position from tasks o
  where o.org_id = k.org_id and o.status = k.status and o.slot is not null) p
where k.length > 256 and t.org_id = k.org_id and t.id = p.id;
update task_columns k set
  run_slots = array(select n * (256 + 16384) from generate_series(0, (k.length - 1) / 256) n),
  run_bases = array(select n * 16384 from generate_series(0, (k.length - 1) / 256) n)
where k.length > 256;
update task_columns k set run_slots = array[k.first_slot], run_bases = array[k.first_slot]
where k.length between 1 and 256;

-- AlterTable
ALTER TABLE "task_columns" DROP COLUMN "first_slot";
