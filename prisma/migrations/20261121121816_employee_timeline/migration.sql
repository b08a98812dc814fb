-- DropIndex
DROP INDEX "employee_changes_org_id_employee_id_effective_date_sequence_key";

-- AlterTable
ALTER TABLE "employee_changes" ADD COLUMN     "because_of_id" INTEGER;

-- CreateIndex
CREATE INDEX "employee_changes_org_id_employee_id_effective_date_sequence_idx" ON "employee_changes"("org_id", "employee_id", "effective_date", "sequence");

-- AddForeignKey
ALTER TABLE "employee_changes" ADD CONSTRAINT "employee_changes_org_id_because_of_id_fkey" FOREIGN KEY ("org_id", "because_of_id") REFERENCES "employee_changes"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ---------------------------------------------------------------- the timeline
-- A change has a unique sequence within its day; a cancelled one frees its sequence.
create unique index employee_changes_org_id_sequence_live_key
  on employee_changes (org_id, employee_id, effective_date, sequence) where state <> 'cancelled';
-- Reports of a manager on any day.
create index employee_changes_manager on employee_changes (org_id, (set ->> 'manager_id'))
  where state in ('applied', 'scheduled') and set ? 'manager_id';

-- Values in effect on a day: for each field the one set last.
create aggregate jsonb_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}', parallel = safe);

-- Values of a field with the days on which each begins and ends; the last change of a day applies to the whole day.
create function employee_spans(org int, employee int, field text)
returns table (value text, since date, until date) language sql stable parallel safe as $$
  select s.value, s.since, s.until from (
    select h.set ->> field as value, h.effective_date as since,
           lead(h.effective_date, 1, 'infinity') over (order by h.effective_date, h.sequence) as until
    from employee_changes h
    where h.org_id = org and h.employee_id = employee and h.state in ('applied', 'scheduled') and h.set ? field
  ) s where s.since < s.until
$$;

-- ---------------------------------------------------------------- existing rows
-- A former employee was hired first, and left on their last day.
insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, set, previous, state,
                              applied_at, created_at, updated_at, created_by, updated_by)
  select h.org_id, h.employee_id, greatest(h.effective_date, least(coalesce(e.end_date, current_date), current_date)), 2,
         'termination', jsonb_build_object('status', 'terminated', 'end_date', e.end_date),
         jsonb_build_object('status', 'active', 'end_date', null), 'applied',
         h.applied_at, h.created_at, h.updated_at, h.created_by, h.updated_by
  from employee_changes h join employees e on e.org_id = h.org_id and e.id = h.employee_id
  where h.kind = 'hire' and h.set ->> 'status' = 'terminated';
update employee_changes set set = set || '{"status": "active", "end_date": null}'
  where kind = 'hire' and set ->> 'status' = 'terminated';
-- An employee who has not started starts on the hire date, or immediately if that day has passed.
update employee_changes set set = set || '{"status": "active"}', state = 'scheduled', applied_at = null
  where kind = 'hire' and set ->> 'status' = 'pre_hire';
update employee_changes set set = set || jsonb_build_object('hire_date', effective_date, 'original_hire_date', null)
  where kind = 'hire';
