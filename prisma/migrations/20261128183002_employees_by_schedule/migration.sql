-- outside a transaction
-- For the people with a schedule or a calendar: lists, and the deletion of both.
drop index concurrently if exists employees_org_id_work_schedule_id_idx;
create index concurrently employees_org_id_work_schedule_id_idx on employees (org_id, work_schedule_id);
drop index concurrently if exists employees_org_id_holiday_calendar_id_idx;
create index concurrently employees_org_id_holiday_calendar_id_idx on employees (org_id, holiday_calendar_id);
drop index concurrently if exists employee_changes_scheduled_schedules;
create index concurrently employee_changes_scheduled_schedules on employee_changes (org_id, (set ->> 'work_schedule_id'))
  where state = 'scheduled' and set ->> 'work_schedule_id' is not null;
drop index concurrently if exists employee_changes_scheduled_calendars;
create index concurrently employee_changes_scheduled_calendars on employee_changes (org_id, (set ->> 'holiday_calendar_id'))
  where state = 'scheduled' and set ->> 'holiday_calendar_id' is not null;
-- For the next scheduled change of an organization.
drop index concurrently if exists employee_changes_scheduled;
create index concurrently employee_changes_scheduled on employee_changes (org_id, applies_at) where state = 'scheduled';
