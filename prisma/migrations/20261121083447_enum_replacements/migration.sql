-- AlterTable
ALTER TABLE "enum_values" ADD COLUMN     "replace_asked_by" INTEGER,
ADD COLUMN     "replaced_at" TIMESTAMPTZ(3),
ADD COLUMN     "replaced_with" TEXT;

-- ================================================================ written by hand

create index enum_values_to_replace on enum_values (org_id, id) where replaced_with is not null and replaced_at is null;

-- ---------------------------------------------------------------- existing organizations
insert into enums (org_id, code, label, is_system, is_extensible)
select o.id, s.code, s.label, true, s.is_extensible
from organizations o cross join (values
  ('status', 'Status', false),
  ('priority', 'Priority', false),
  ('effort', 'Effort', false),
  ('task_type', 'Task type', false),
  ('reminder_offset', 'Reminder', false),
  ('task_category', 'Task category', true)
) s(code, label, is_extensible);

insert into enum_values (org_id, enum_id, code, label, position, is_default, is_system)
select e.org_id, e.id, s.code, s.label, s.position, s.is_default, true
from enums e join (values
  ('status', 'todo', 'To do', 0, true),
  ('status', 'in_progress', 'In progress', 1, false),
  ('status', 'reviewing', 'Reviewing', 2, false),
  ('status', 'blocked', 'Blocked', 3, false),
  ('status', 'done', 'Done', 4, false),
  ('status', 'cancelled', 'Cancelled', 5, false),
  ('priority', 'low', 'Low', 0, false),
  ('priority', 'medium', 'Medium', 1, true),
  ('priority', 'high', 'High', 2, false),
  ('priority', 'urgent', 'Urgent', 3, false),
  ('effort', 'xs', 'XS', 0, false),
  ('effort', 's', 'S', 1, false),
  ('effort', 'm', 'M', 2, true),
  ('effort', 'l', 'L', 3, false),
  ('effort', 'xl', 'XL', 4, false),
  ('effort', 'xxl', 'XXL', 5, false),
  ('task_type', 'feature', 'Feature', 0, false),
  ('task_type', 'epic', 'Epic', 1, false),
  ('task_type', 'story', 'Story', 2, false),
  ('task_type', 'task', 'Task', 3, true),
  ('task_type', 'question', 'Question', 4, false),
  ('reminder_offset', '5m', '5 minutes before', 0, false),
  ('reminder_offset', '10m', '10 minutes before', 1, false),
  ('reminder_offset', '15m', '15 minutes before', 2, false),
  ('reminder_offset', '30m', '30 minutes before', 3, false),
  ('reminder_offset', '1h', '1 hour before', 4, false),
  ('reminder_offset', '2h', '2 hours before', 5, false),
  ('reminder_offset', '4h', '4 hours before', 6, false),
  ('reminder_offset', '1d', '1 day before', 7, false),
  ('reminder_offset', '2d', '2 days before', 8, false),
  ('reminder_offset', '5d', '5 days before', 9, false),
  ('reminder_offset', '10d', '10 days before', 10, false),
  ('task_category', 'general', 'General', 0, true),
  ('task_category', 'system_error', 'System error', 1, false),
  ('task_category', 'bug', 'Bug', 2, false),
  ('task_category', 'improvement', 'Improvement', 3, false),
  ('task_category', 'documentation', 'Documentation', 4, false),
  ('task_category', 'release_notes', 'Release notes', 5, false)
) s(enum_code, code, label, position, is_default) on s.enum_code = e.code
where e.is_system;
